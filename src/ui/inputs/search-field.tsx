import { Search } from "lucide-react";
import styles from "./search-field.module.css";
import { useTypedSearch } from "./use-typed-search.ts";

type SearchFieldProps = {
  /** Name and placeholder. */
  label: string;
  /** What is searched for now. */
  text: string;
  /** Called when typing rests; undefined where the field is empty. */
  onSearch(text: string | undefined): void;
  /** As wide as what it stands in; otherwise as wide as a toolbar has room. */
  isFull?: boolean;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
};

/** Milliseconds without a key after which the search begins. */
const SEARCH_DELAY_MS = 200;

/** A field that searches while it is typed into; `text` from elsewhere replaces what stands in it. */
export function SearchField({ label, text, onSearch, isFull, isFirst }: SearchFieldProps) {
  const [typed, setTyped] = useTypedSearch({
    text,
    delayMs: () => SEARCH_DELAY_MS,
    onSearch: (wanted) => onSearch(wanted || undefined),
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
          // A form around it is not meant.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
    </label>
  );
}
