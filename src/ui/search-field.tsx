import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import styles from "./search-field.module.css";

type SearchFieldProps = {
  /** Name and placeholder. */
  label: string;
  /** What is searched for now. */
  text: string;
  /** Called when typing rests; undefined where the field is empty. */
  onSearch(text: string | undefined): void;
};

/** Milliseconds without a key after which the search begins. */
const PATIENCE = 200;

/** A field that searches while it is typed into; `text` from elsewhere replaces what stands in it. */
export function SearchField({ label, text, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (text !== known) {
    setKnown(text);
    if (text !== typed.trim()) setTyped(text);
  }
  const search = useEffectEvent(() => {
    if (typed.trim() !== text) onSearch(typed.trim() || undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => search(), PATIENCE);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className={styles.search}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
}
