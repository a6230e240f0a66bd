/** Minutes past midnight on the person's clock; 1440 is the end of the day. */
export type HoursOfDay = { readonly from: number; readonly to: number };

const HOURS = /^\d\d:[0-5]\d-\d\d:[0-5]\d$/;

/** Of '08:00-12:00'; null for any other text, and where the end is not after the beginning. */
export function parseHoursOfDay(text: string): HoursOfDay | null {
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = text.split(/[:-]/).map(Number);
  const from = fromHour * 60 + fromMinute;
  const to = toHour * 60 + toMinute;
  return HOURS.test(text) && from < to && to <= 1440 ? { from, to } : null;
}
