import { useEffect, useEffectEvent, useState } from "react";

type TypedSearch = {
  /** What is searched for now. */
  text: string;
  /** Milliseconds without a key after which the search begins. */
  delayMs(typed: string): number;
  onSearch(text: string): void;
};

/** What stands in a field that searches while it is typed into, and how to change it. */
export function useTypedSearch({
  text,
  delayMs: patience,
  onSearch,
}: TypedSearch): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (text !== known) {
    // What was asked for from here comes back while more is typed already: only what comes from elsewhere is taken over.
    const place = asked.indexOf(text);
    setKnown(text);
    setAsked(place < 0 ? [] : asked.slice(place + 1));
    if (place < 0) setTyped(text);
  }
  const wait = useEffectEvent(patience);
  const search = useEffectEvent((wanted: string) => {
    setAsked((before) => [...before, wanted]);
    onSearch(wanted);
  });
  // Again when an answer comes: it may not be for what stands there by now.
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text) return;
    const timer = setTimeout(() => search(wanted), wait(typed));
    return () => clearTimeout(timer);
  }, [typed, text]);
  return [typed, setTyped];
}
