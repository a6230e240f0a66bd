/** Minutes past midnight on the person's clock; 1440 is the end of the day. */
export type HoursOfDay = { readonly from: number; readonly to: number };

const HOURS = /^(\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/;
const DAY = 1440;

/** Of '08:00-12:00'; null for any other text, and where the end is not after the beginning. */
export function parseHoursOfDay(text: string): HoursOfDay | null {
  const match = HOURS.exec(text);
  if (!match) return null;
  const [, fromHour, fromMinute, toHour, toMinute] = match;
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  return from < to && to <= DAY ? { from, to } : null;
}
