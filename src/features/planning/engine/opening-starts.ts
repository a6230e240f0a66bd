import type { Opening } from "./draft-plan.ts";

const MINUTE = 60_000;
const GRID = 15 * MINUTE;

/**
 * At an edge the next full minute, else the next quarter of an hour; exactly at the start if nothing else has room. With
 * `isStrict` there may be no room from the returned start on.
 */
export function firstStart(
  { start, end, isEdge }: Pick<Opening, "start" | "end" | "isEdge">,
  length: number,
  isStrict = false,
): number {
  const minute = Math.ceil(start / MINUTE) * MINUTE;
  const quarter = Math.ceil(start / GRID) * GRID;
  if (!isEdge && (isStrict || quarter + length <= end)) return quarter;
  return isStrict || minute + length <= end ? minute : start;
}
