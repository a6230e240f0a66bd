import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { IconButton } from "../inputs/icon-button.tsx";
import { Text } from "../layout/text.tsx";
import { findAll, MAX_MATCHES, type Match } from "./find-all.ts";
import styles from "./find-bar.module.css";
import { markMatches, scrollToRange, unmarkMatches } from "./mark-matches.ts";
import type { SearchableText } from "./searchable-text.ts";

type FindBarProps = { id: string; text: SearchableText; label: string; onClose(): void };

/** Finds words in a shown text: all are marked and counted; Enter goes to the next, Shift and Enter to the previous. */
export function FindBar({ id, text, label, onClose }: FindBarProps) {
  const [searched, setSearched] = useState("");
  const [index, setIndex] = useState(0);
  const parts = useParts(text);
  const matches = useMemo(() => (parts ? findAll(parts, searched) : []), [parts, searched]);
  useMarks(text, matches, matches[index]);
  const step = (by: number) => {
    if (matches.length > 0) setIndex((index + by + matches.length) % matches.length);
  };
  return (
    <search className={styles.bar} aria-label={label}>
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        type="search"
        id={id}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={200}
        value={searched}
        onChange={({ target }) => {
          setSearched(target.value);
          setIndex(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Text as="output" size="label" tone="soft" overflow="nowrap" isTabular aria-live="polite">
        {searched.trim() !== "" && (parts ? countOf(matches, index) : t`Reading …`)}
      </Text>
      <IconButton
        icon={ChevronUp}
        label={t`Previous match`}
        disabled={matches.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t`Next match`}
        disabled={matches.length === 0}
        onClick={() => step(1)}
      />
      <IconButton icon={X} label={t`Close the search`} onClick={onClose} />
    </search>
  );
}

function countOf(matches: readonly Match[], index: number): string {
  if (matches.length === 0) return t`No match`;
  const place = index + 1;
  return matches.length < MAX_MATCHES ? t`${place} of ${matches.length}` : t`${place} of ${matches.length}+`;
}

/** The text of all parts; null while it is read. */
function useParts(text: SearchableText): readonly string[] | null {
  const [loaded, setLoaded] = useState<{ of: SearchableText; parts: readonly string[] }>();
  useEffect(() => {
    let isOpen = true;
    const receive = (parts: readonly string[]) => isOpen && setLoaded({ of: text, parts });
    // A text that cannot be read has no match.
    text.load().then(receive, () => receive([]));
    return () => {
      isOpen = false;
    };
  }, [text]);
  return loaded?.of === text ? loaded.parts : null;
}

/** Marks the matches, also in parts that are drawn later, and scrolls once to each current match. */
function useMarks(text: SearchableText, matches: readonly Match[], current: Match | undefined): void {
  const shown = useRef<Match>(undefined);
  useEffect(() => {
    const draw = () => {
      const range = markMatches(text, matches, current);
      const scroller = text.scroller();
      if (!current || current === shown.current || !scroller) return;
      if (!range) return text.scrollTo(current.part);
      scrollToRange(scroller, range);
      shown.current = current;
    };
    draw();
    return text.onDrawn(draw);
  }, [text, matches, current]);
  useEffect(() => () => unmarkMatches(text), [text]);
}
