import { useEffect, useEffectEvent, useState } from "react";

type TypedSearch = {
  /** The current search text. */
  text: string;
  /** Milliseconds without a key after which the search begins. */
  delayMs(typed: string): number;
  onSearch(text: string): void;
};

/** The content of a field that searches while the user types, and its setter. */
export function useTypedSearch({ text, delayMs, onSearch }: TypedSearch): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (text !== known) {
    // Ignores the results of this field's own earlier searches while more was typed: only changes from elsewhere are
    // applied.
    const place = asked.indexOf(text);
    setKnown(text);
    setAsked(place < 0 ? [] : asked.slice(place + 1));
    if (place < 0) setTyped(text);
  }
  const wait = useEffectEvent(delayMs);
  const search = useEffectEvent((query: string) => {
    setAsked((before) => [...before, query]);
    onSearch(query);
  });
  // Runs again on each result: the typed text may have changed since.
  useEffect(() => {
    const query = typed.trim();
    if (query === text) return;
    const timer = setTimeout(() => search(query), wait(typed));
    return () => clearTimeout(timer);
  }, [typed, text]);
  return [typed, setTyped];
}
