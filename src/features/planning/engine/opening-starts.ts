import type { Opening } from "./draft-plan.ts";

const MINUTE = 60_000;
const GRID = 15 * MINUTE;

/** At an edge the next full minute, else the next quarter of an hour; exactly at the start if nothing else has room. */
export function firstStart({ start, end, isEdge }: Pick<Opening, "start" | "end" | "isEdge">, length: number): number {
  const minute = Math.ceil(start / MINUTE) * MINUTE;
  const quarter = Math.ceil(start / GRID) * GRID;
  if (!isEdge && quarter + length <= end) return quarter;
  return minute + length <= end ? minute : start;
}
