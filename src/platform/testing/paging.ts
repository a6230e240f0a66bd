/**
 * How a stand-in pages. `overlapping`: each page begins with the last item of the previous one. `twice`: every page is
 * sent twice, with every item twice on it. `stuck`: the second page is followed by itself, forever.
 */
export type Paging = "right" | "overlapping" | "twice" | "stuck";

/** The page at `place`, a number that the stand-in gave out itself, and the place of the next; null behind the last. */
export function pageAt<T>(
  all: readonly T[],
  place: number,
  { size, paging }: { size: number; paging: Paging },
): { items: T[]; next: number | null } {
  if (paging === "twice") {
    const from = Math.floor(place / 2) * size;
    const items = all.slice(from, from + size).flatMap((item) => [item, item]);
    const isLast = from + size >= all.length && place % 2 === 1;
    return { items, next: isLast ? null : place + 1 };
  }
  const to = place + size;
  const items = all.slice(Math.max(0, place - (paging === "overlapping" ? 1 : 0)), to);
  if (paging === "stuck" && place > 0) return { items, next: place };
  return { items, next: to < all.length ? to : null };
}
