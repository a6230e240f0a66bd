import type { Day } from "../days.ts";

/** Pixels of an hour; the style sheet of the grid draws its lines at the same distance. */
export const HOUR_HEIGHT = 48;
/** Dragged times snap to quarters of an hour, clicked ones to half hours. */
export const QUARTER = 15;
const DAY_MINUTES = 24 * 60;

export const topOf = (minutes: number): number => (minutes / 60) * HOUR_HEIGHT;

export type Place = { day: Day; minutes: number };

/** Day and minute at a point; outside the columns the nearest ones. */
export function placeAt(columns: readonly HTMLElement[], x: number, y: number): Place | undefined {
  const boxes = columns.map((column) => ({ column, box: column.getBoundingClientRect() }));
  const hit = boxes.find(({ box }) => x < box.right) ?? boxes.at(-1);
  const day = hit?.column.dataset.column;
  if (!hit || !day) return undefined;
  const minutes = ((y - hit.box.top) / HOUR_HEIGHT) * 60;
  return { day, minutes: Math.max(0, Math.min(DAY_MINUTES, minutes)) };
}

export const snapped = (minutes: number, step = QUARTER): number => Math.round(minutes / step) * step;
export const floored = (minutes: number, step = QUARTER): number => Math.floor(minutes / step) * step;
