/** Minutes past midnight on the person's clock; 1440 is the end of the day. */
export type HoursOfDay = { readonly from: number; readonly to: number };

const HOURS = /^([01]\d|2[0-3]):([0-5]\d)-(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** Of '08:00-12:00'; null for any other text, and where the end is not after the beginning. */
export function parseHoursOfDay(text: string): HoursOfDay | null {
  const match = HOURS.exec(text);
  if (!match) return null;
  const [, fromHour, fromMinute, toHour = "24", toMinute = "0"] = match;
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  return from < to ? { from, to } : null;
}
