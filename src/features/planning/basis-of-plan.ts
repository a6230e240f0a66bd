import { inputHashOf } from "#platform/capability/input-hash.ts";
import type { Block } from "./engine/plan-problem.ts";
import type { Reading } from "./reading/read-problem.ts";

/**
 * Of all that a plan was made from, but for the time, and of its blocks: a plan is applied exactly as it was shown, or
 * not at all.
 */
export function basisOf(reading: Reading, blocks: readonly Block[]): string {
  const { from, to, asked, problem, present, wanted } = reading;
  const { now: _, ...rest } = problem;
  const titles = problem.items.map(({ id }) => wanted.get(id)?.title ?? "");
  const shown = blocks
    .map(({ itemId, start, end }) => ({ itemId, start, end }))
    .toSorted((one, other) => one.start - other.start || (one.itemId < other.itemId ? -1 : 1));
  return inputHashOf("plan.apply", { from, to, asked, problem: rest, titles, present, shown });
}
