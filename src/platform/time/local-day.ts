import dayjs from "dayjs";

/** yyyy-MM-dd of an instant in the reader's own zone: the value of a date input. */
export const localDay = (instant: string): string => dayjs(instant).format("YYYY-MM-DD");

/** HH:mm of an instant in the reader's own zone; empty at midnight, which stands for the whole day. */
export function localTime(instant: string): string {
  const time = dayjs(instant).format("HH:mm");
  return time === "00:00" ? "" : time;
}

/** The day at this time in the reader's zone, midnight if there is none; null if it is not a valid day. */
export function localInstant(day: string, time: string): string | null {
  const instant = dayjs(`${day}T${time || "00:00"}`);
  return day && instant.isValid() ? instant.toISOString() : null;
}
