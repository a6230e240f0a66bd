import type { Block, PlanDay, Problem } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import { minutesOf } from "./build-problem.ts";

/** Less is no time to concentrate. */
const LEAST_MINUTES = 15;

/** Deep work is planned on a day whose focus hours events take. */
export function lacksFocus(
  { work, focus }: PlanDay,
  { items, busy }: Problem,
  blocks: readonly Block[],
): boolean {
  const deep = new Set(items.flatMap(({ id, energy }) => (energy === "deep" ? [id] : [])));
  const isHere = ({ start, end }: Block) => work.some((span) => start < span.end && end > span.start);
  const isFull = minutesOf(without(joined(focus), joined(busy))) < LEAST_MINUTES;
  return focus.length > 0 && isFull && blocks.some((block) => deep.has(block.itemId) && isHere(block));
}
