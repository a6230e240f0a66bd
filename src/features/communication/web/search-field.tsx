import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import styles from "./search-field.module.css";

type SearchFieldProps = { label: string; text: string; onSearch(text: string): void; isFirst?: boolean };

/** Milliseconds without a key after which the search begins. */
const DEBOUNCE_MS = 200;

export function SearchField({ label, text, onSearch, isFirst }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (text !== known) {
    setKnown(text);
    if (text !== typed.trim()) setTyped(text);
  }
  const search = useEffectEvent((words: string) => {
    if (words !== text) onSearch(words);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className={styles.search}>
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
