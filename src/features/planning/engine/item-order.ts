import type { Item, Problem } from "./plan-problem.ts";

/** The person placed it, or it has begun: it is where it is, whatever the rules for others say. */
export const isFixedInPlace = (item: Item): boolean => item.isFixed && item.kept.length > 0;

/** The items of the problem that this one waits for; one that is fixed waits for nothing. */
export function waitsFor(item: Item, known: ReadonlyMap<string, Item>): Item[] {
  if (isFixedInPlace(item)) return [];
  return [...new Set(item.after)].flatMap((id) => known.get(id) ?? []);
}

/**
 * The ids of items that wait for themselves, directly or through others, or for such an item: no order can place them.
 */
export function circularItems({ items }: Pick<Problem, "items">): Set<string> {
  const known = new Map(items.map((item) => [item.id, item]));
  const waiting = new Map(items.map((item) => [item.id, waitsFor(item, known).length]));
  const followers = new Map<string, string[]>();
  for (const item of items)
    for (const { id } of waitsFor(item, known)) followers.set(id, [...(followers.get(id) ?? []), item.id]);
  const ready = items.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id);
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    waiting.delete(id);
    for (const follower of followers.get(id) ?? []) {
      const left = (waiting.get(follower) ?? 0) - 1;
      waiting.set(follower, left);
      if (left === 0) ready.push(follower);
    }
  }
  return new Set(waiting.keys());
}
