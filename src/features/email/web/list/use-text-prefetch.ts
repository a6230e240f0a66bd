import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { isMetered } from "#platform/client/is-metered.ts";
import { prefetchThreads } from "../reading/thread-queries.ts";
import { emailRecords } from "../records.ts";

/** Milliseconds before the neighbours of an opened conversation are prefetched: it loads first. */
const NEIGHBOUR_DELAY_MS = 50;
/** Milliseconds that the pointer must rest on a row before it is prefetched. */
const HOVER_DELAY_MS = 60;
/** Milliseconds after the last scrolling before the rows on screen are prefetched. */
const SCROLL_DELAY_MS = 120;

const prefetch = (queries: QueryClient, ids: readonly string[]) =>
  prefetchThreads(
    queries,
    ids.flatMap((id) => emailRecords.get(id) ?? []),
  );

type TextPrefetch = {
  /** Requests the text of this conversation now, because it is being opened. */
  open(id: string): void;
  /** The pointer rests on the row, or presses it. */
  near(id: string, isPressed: boolean): void;
  /** These places of the list are on screen. */
  shown(first: number, last: number): void;
};

/** Loads the texts of what is likely to be opened next: the conversations on screen, and the neighbours of the open one. */
export function useTextPrefetch(ids: readonly string[], openRow: string | undefined): TextPrefetch {
  const queries = useQueryClient();
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const scrolling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const around = useEffectEvent((row: string) => {
    const place = ids.indexOf(row);
    if (place < 0) return;
    const neighbours = [ids[place + 1], ids[place + 2], ids[place - 1]];
    prefetch(
      queries,
      neighbours.filter((id) => id !== undefined),
    );
  });
  useEffect(() => {
    if (openRow === undefined) return;
    const timer = setTimeout(() => around(openRow), NEIGHBOUR_DELAY_MS);
    return () => clearTimeout(timer);
  }, [openRow]);
  useEffect(() => () => clearTimeout(scrolling.current), []);
  return {
    open: (id) => prefetch(queries, [id]),
    near: (id, isPressed) => {
      clearTimeout(resting.current);
      if (isPressed) prefetch(queries, [id]);
      else resting.current = setTimeout(() => prefetch(queries, [id]), HOVER_DELAY_MS);
    },
    shown: (first, last) => {
      if (isMetered()) return;
      const onScreen = ids.slice(first, last + 1);
      clearTimeout(scrolling.current);
      scrolling.current = setTimeout(() => prefetch(queries, onScreen), first === 0 ? 0 : SCROLL_DELAY_MS);
    },
  };
}
