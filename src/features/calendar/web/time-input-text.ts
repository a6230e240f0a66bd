/** Minutes past midnight as a time field has them; the end of the day is its last minute. */
export const toTimeInput = (minutes: number): string => {
  const shown = Math.min(minutes, 24 * 60 - 1);
  return [Math.floor(shown / 60), shown % 60].map((part) => String(part).padStart(2, "0")).join(":");
};

/** The other way round; `before` where the field holds no time. */
export function fromTimeInput(text: string, before: number): number {
  const [hours, minutes] = text.split(":").map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)
    ? before
    : hours * 60 + minutes;
}
