import { inputHashOf } from "#platform/capability/input-hash.ts";
import type { Block } from "./engine/plan-problem.ts";
import type { Reading } from "./reading/read-problem.ts";

/**
 * Of a plan's blocks and of what they were made from: a plan is applied exactly as it was shown, or not at all. What
 * came up since and is not in it - a mail that asks for something, an event at another time - does not make it wrong;
 * `violationsOf` finds what is in its way.
 */
export function basisOf(reading: Reading, blocks: readonly Block[]): string {
  const { from, to, asked, problem, present, wanted } = reading;
  const { days, stays, pauseMinutes } = problem;
  const inPlan = new Set(blocks.map(({ itemId }) => itemId));
  const items = problem.items
    .filter(({ id }) => inPlan.has(id))
    .map((item) => ({ ...item, title: wanted.get(item.id)?.title ?? "" }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const shown = blocks
    .map(({ itemId, start, end }) => ({ itemId, start, end }))
    .toSorted((one, other) => one.start - other.start || (one.itemId < other.itemId ? -1 : 1));
  return inputHashOf("plan.apply", { from, to, asked, days, stays, pauseMinutes, items, present, shown });
}
