import type { Item } from "./plan-problem.ts";

/**
 * In an order that follows from what the items are, so that neither their ids nor the order in which they were read
 * decides between equals. Ids decide only between items that differ in nothing else.
 */
export function inFixedOrder(items: readonly Item[]): Item[] {
  const own = new Map(items.map((item) => [item.id, JSON.stringify(contentOf(item))]));
  const withOthers = ({ after, id }: Item) => [
    own.get(id),
    ...after.map((other) => own.get(other) ?? "").toSorted(),
  ];
  return items
    .map((item) => ({ item, key: JSON.stringify(withOthers(item)) }))
    .toSorted((one, other) => compare(one.key, other.key) || compare(one.item.id, other.item.id))
    .map(({ item }) => item);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const contentOf = ({ id: _, after: __, ...content }: Item) => [
  ...[content.due, content.latest, content.earliest, content.importance, content.isPromised],
  ...[content.minutes, content.leastMinutes, content.kind, content.energy, content.place, content.isFixed],
  ...[content.hours?.map(({ start, end }) => [start, end]) ?? null],
  ...[content.title?.length ?? 0, content.title ?? "", content.kept.map(({ start, end }) => [start, end])],
];
