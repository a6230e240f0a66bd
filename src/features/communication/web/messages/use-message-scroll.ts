import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { awaitedId, focusOn } from "#ui/keyboard/focus-on.ts";
import type { Line } from "./message-line.tsx";

/** Pixels from the bottom within which the reader counts as at the end. */
const NEAR_END = 80;

/** Where the list stands: at its end until somebody scrolls back. The virtualizer is a mutable object: not compiled. */
export function useMessageScroll(lines: readonly Line[], waitingCount: number) {
  "use no memo";
  const box = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const rows = useVirtualizer({
    count: lines.length,
    estimateSize: () => 44,
    overscan: 8,
    getScrollElement: () => box.current,
    getItemKey: (index) => lines[index]?.key ?? index,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    paddingStart: 12,
    paddingEnd: 12,
  });
  const hasLines = lines.length > 0;
  useLayoutEffect(() => {
    if (hasLines) rows.scrollToEnd();
  }, [hasLines, rows]);
  useLayoutEffect(() => {
    if (waitingCount > 0) rows.scrollToEnd();
  }, [waitingCount, rows]);

  // Only scrolling up leaves the end: when rows are added or measured late, the list stays at the end.
  const lastTop = useRef(0);
  const updateAtEnd = () => {
    const top = box.current?.scrollTop ?? 0;
    if (distanceFromEnd(box.current) <= NEAR_END) setAtEnd(true);
    else if (top < lastTop.current) setAtEnd(false);
    lastTop.current = top;
  };
  const height = rows.getTotalSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what grows or shrinks moves the end without a scroll
  useLayoutEffect(() => {
    if (isAtEnd) rows.scrollToEnd();
    updateAtEnd();
  }, [height]);

  /** Moves the focus between messages, skipping days and separators. */
  const step = (by: number) => {
    const focused = awaitedId("message-") ?? document.activeElement?.id.replace(/^message-/, "");
    const from = lines.findIndex((line) => line.kind === "message" && line.id === focused);
    let next = from < 0 ? lines.length - 1 : from + by;
    while (lines[next] && lines[next]?.kind !== "message") next += from < 0 ? -1 : by;
    const line = lines[next];
    if (line?.kind !== "message") return;
    rows.scrollToIndex(next, { align: "auto" });
    focusOn(`message-${line.id}`, { scrolls: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || isField(event.target)) return;
    event.preventDefault();
    step(by);
  };
  return { box, rows, isAtEnd, onScroll: updateAtEnd, onKeyDown };
}

const isField = (target: EventTarget) => target instanceof Element && target.matches("textarea, input");

const distanceFromEnd = (box: HTMLElement | null) =>
  box ? box.scrollHeight - box.scrollTop - box.clientHeight : 0;
