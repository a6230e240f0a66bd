/**
 * A task's position in its board column: the digits of a base-36 fraction, compared as text. Between any two there is
 * room for another, so a move writes one row.
 */

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Enough base 36 digits to count down milliseconds for three thousand years. */
const TIME_DIGITS = 9;
const COUNT_DOWN_FROM = 36 ** TIME_DIGITS - 1;

/** Above every position so far: later instants give smaller positions. */
export function positionOnTop(now: Date): string {
  const position = (COUNT_DOWN_FROM - now.getTime()).toString(36).padStart(TIME_DIGITS, "0");
  return position.endsWith("0") ? `${position.slice(0, -1)}01` : position;
}

/** Between two positions; null stands for the top and the bottom of the column. `above` sorts before `below`. */
export function positionBetween(above: string | null, below: string | null): string {
  const low = above ?? "";
  if (below !== null && low >= below) throw new RangeError("positions are out of order");
  let prefix = "";
  let limit = below;
  for (let place = 0; ; place += 1) {
    const from = digitAt(low, place) ?? 0;
    const to = limit === null ? DIGITS.length : (digitAt(limit, place) ?? 0);
    if (to - from > 1) return prefix + DIGITS[from + Math.floor((to - from) / 2)];
    prefix += DIGITS[from];
    if (to > from) limit = null;
  }
}

function digitAt(position: string, place: number): number | undefined {
  const digit = position[place];
  return digit === undefined ? undefined : DIGITS.indexOf(digit);
}
