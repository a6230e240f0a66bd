import { Search } from "lucide-react";
import { useRef } from "react";
import { t } from "#i18n/message.ts";
import { useTypedSearch } from "#ui/inputs/use-typed-search.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import styles from "./email-search.module.css";

/** Milliseconds without a key press before the search starts: almost at once, but once for quick typing. */
const SEARCH_DELAY_MS = 30;
/** One or two letters match most mail, and more will usually be typed. */
const SHORT_TEXT_DELAY_MS = 200;
const SHORT_TEXT_LENGTH = 2;

type EmailSearchProps = {
  text: string;
  className?: string | undefined;
  onSearch(text: string | undefined): void;
};

/** Results as you type. */
export function EmailSearch({ text, className, onSearch }: EmailSearchProps) {
  const [typed, setTyped] = useTypedSearch({
    text,
    delayMs: ({ length }) =>
      length > 0 && length <= SHORT_TEXT_LENGTH ? SHORT_TEXT_DELAY_MS : SEARCH_DELAY_MS,
    onSearch: (typedText) => onSearch(typedText || undefined),
  });
  const field = useRef<HTMLInputElement>(null);
  useShortcut("/", t`Search emails`, t`Email`, () => field.current?.focus());
  return (
    <label className={`${styles.search} ${className ?? ""}`}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={t`Search emails`}
        placeholder={t`Search emails...`}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
    </label>
  );
}
