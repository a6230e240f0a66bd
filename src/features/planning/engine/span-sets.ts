import type { Span } from "./plan-problem.ts";

/** In the order of time; spans that touch or overlap become one, empty ones are left out. */
export function joined(spans: readonly Span[]): Span[] {
  const joint: { start: number; end: number }[] = [];
  const inOrder = spans
    .filter(({ start, end }) => end > start)
    .toSorted((one, other) => one.start - other.start);
  for (const { start, end } of inOrder) {
    const last = joint.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joint.push({ start, end });
  }
  return joint;
}

/** What is left of `spans` without `others`; both as `joined` returns them. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.flatMap((span) => {
    const left: Span[] = [];
    let { start } = span;
    for (const other of others) {
      if (other.end <= start || other.start >= span.end) continue;
      if (other.start > start) left.push({ start, end: other.start });
      start = Math.max(start, other.end);
    }
    if (start < span.end) left.push({ start, end: span.end });
    return left;
  });
}

/** What lies in both; both as `joined` returns them. */
export const shared = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  spans.flatMap((span) =>
    others.flatMap((other) => {
      const [start, end] = [Math.max(span.start, other.start), Math.min(span.end, other.end)];
      return start < end ? [{ start, end }] : [];
    }),
  );

/** `span` lies in one of them. */
export const isInside = (span: Span, spans: readonly Span[]): boolean =>
  spans.some(({ start, end }) => start <= span.start && span.end <= end);
