import { Search } from "lucide-react";
import styles from "./search-field.module.css";
import { useTypedSearch } from "./use-typed-search.ts";

type SearchFieldProps = {
  /** Name and placeholder. */
  label: string;
  /** The current search text. */
  text: string;
  /** Called when typing pauses; undefined if the field is empty. */
  onSearch(text: string | undefined): void;
  /** Full width of its container; otherwise as wide as a toolbar allows. */
  isFull?: boolean;
  /** Focused when its dialog opens. */
  isFirst?: boolean;
};

/** Milliseconds without a key after which the search begins. */
const SEARCH_DELAY_MS = 200;

/** Searches while the user types; when `text` changes elsewhere, it replaces the content. */
export function SearchField({ label, text, onSearch, isFull, isFirst }: SearchFieldProps) {
  const [typed, setTyped] = useTypedSearch({
    text,
    delayMs: () => SEARCH_DELAY_MS,
    onSearch: (searched) => onSearch(searched || undefined),
  });
  return (
    <label className={styles.search} data-full={isFull || undefined}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Does not submit a form around it.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
    </label>
  );
}
