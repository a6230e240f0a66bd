/** Minutes past midnight as the value of a time input; the end of the day becomes its last minute. */
export const toTimeInput = (minutes: number): string => {
  const capped = Math.min(minutes, 24 * 60 - 1);
  return [Math.floor(capped / 60), capped % 60].map((part) => String(part).padStart(2, "0")).join(":");
};

/** The reverse; returns `before` if the input holds no time. */
export function fromTimeInput(text: string, before: number): number {
  const [hours, minutes] = text.split(":").map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)
    ? before
    : hours * 60 + minutes;
}
