import { rem, scaledPx } from "#ui/layout/rem.ts";
import type { Day } from "../days.ts";

/** Of an hour, in pixels at type of 16 px; the style sheet of the grid draws its lines at the same distance. */
const HOUR_HEIGHT = 48;
/** Dragged times snap to quarters of an hour, clicked ones to half hours. */
export const QUARTER = 15;
const DAY_MINUTES = 24 * 60;

export const topOf = (minutes: number): string => rem((minutes / 60) * HOUR_HEIGHT);
export const pixelsOf = (minutes: number): number => scaledPx((minutes / 60) * HOUR_HEIGHT);
export const minutesIn = (pixels: number): number => (pixels / scaledPx(HOUR_HEIGHT)) * 60;

export type Place = { day: Day; minutes: number };

/** Day and minute at a point; outside the columns the nearest ones. */
export function placeAt(columns: readonly HTMLElement[], x: number, y: number): Place | undefined {
  const boxes = columns.map((column) => ({ column, box: column.getBoundingClientRect() }));
  const distanceTo = ({ box }: (typeof boxes)[number]) => Math.max(box.left - x, x - box.right, 0);
  const [hit] = boxes.toSorted((one, other) => distanceTo(one) - distanceTo(other));
  const day = hit?.column.dataset.column;
  if (!hit || !day) return undefined;
  const minutes = minutesIn(y - hit.box.top);
  return { day, minutes: Math.max(0, Math.min(DAY_MINUTES, minutes)) };
}

export const snapped = (minutes: number, step = QUARTER): number => Math.round(minutes / step) * step;
export const floored = (minutes: number, step = QUARTER): number => Math.floor(minutes / step) * step;
