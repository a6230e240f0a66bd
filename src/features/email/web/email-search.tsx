import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useShortcut } from "#ui/shortcuts.ts";
import styles from "./email-search.module.css";

/** Milliseconds without a key after which the search begins: at once, but for keys that come together. */
const PATIENCE = 30;
/** One or two letters are in most mail, and seldom all that will be typed. */
const PATIENCE_FOR_FEW = 200;
const FEW = 2;

type EmailSearchProps = {
  text: string;
  className?: string | undefined;
  onSearch(text: string | undefined): void;
};

/** Results as you type. */
export function EmailSearch({ text, className, onSearch }: EmailSearchProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  useShortcut("/", "Search emails", "Email", () => field.current?.focus());
  if (text !== known) {
    // What was asked for from here comes back while more is typed already: only what comes from elsewhere is taken over.
    const place = asked.indexOf(text);
    setKnown(text);
    setAsked(place < 0 ? [] : asked.slice(place + 1));
    if (place < 0) setTyped(text);
  }
  const search = useEffectEvent(() => {
    const wanted = typed.trim();
    if (wanted === text) return;
    setAsked((before) => [...before, wanted]);
    onSearch(wanted || undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came back may not be what stands there by now
  useEffect(() => {
    const isFew = typed.trim().length <= FEW;
    const timer = setTimeout(() => search(), isFew && typed !== "" ? PATIENCE_FOR_FEW : PATIENCE);
    return () => clearTimeout(timer);
  }, [typed, text]);
  return (
    <label className={`${styles.search} ${className ?? ""}`}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label="Search emails"
        placeholder="Search emails..."
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
