type Times = { startTime: string; endTime: string };

/** `Thursday, January 14, 2027, 9:00 – 9:30 AM, Europe/Berlin` as the reader's language has it. */
export function formatTimeRange({ startTime, endTime }: Times, timeZone: string): string {
  const start = new Date(startTime);
  const day = start.toLocaleDateString(undefined, {
    ...{ weekday: "long", month: "long", day: "numeric", year: "numeric" },
    timeZone,
  } as const);
  const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit", timeZone });
  return `${day}, ${clock.formatRange(start, new Date(endTime))}, ${timeZone.replaceAll("_", " ")}`;
}
