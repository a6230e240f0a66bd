const DAY_MINUTES = 24 * 60;

/** Minutes past midnight as the value of a time input; the end of the day becomes its last minute. */
export const toTime = (minutes: number): string => {
  const shown = Math.min(minutes, DAY_MINUTES - 1);
  return [Math.floor(shown / 60), shown % 60].map((part) => String(part).padStart(2, "0")).join(":");
};

/** The reverse; `before` where the input holds no time. */
export function fromTime(text: string, before: number): number {
  const [hours = Number.NaN, minutes = Number.NaN] = text.split(":").map(Number);
  return Number.isNaN(hours + minutes) ? before : hours * 60 + minutes;
}
