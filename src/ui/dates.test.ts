import { expect, test } from "vitest";
import * as dates from "./dates.ts";
import { formatAgo } from "./dates.ts";

test("a recent moment is relative, an older one a date", () => {
  const now = new Date(2026, 2, 5, 15, 0);
  const at = (minutes: number) => formatAgo(new Date(now.getTime() - minutes * 60_000), now);
  expect([0, 5, 59, 60, 23 * 60 + 59, 24 * 60].map(at)).toEqual([
    "just now",
    "5 min ago",
    "59 min ago",
    "1 h ago",
    "23 h ago",
    "Mar 04, 2026",
  ]);
  expect(at(-60)).toBe("Mar 05, 2026 4:00 PM");
});

/** Node writes narrow and thin spaces. */
const plain = (text: string) => text.replaceAll(/[\u202f\u2009]/g, " ");
const morning = new Date(2026, 2, 5, 9, 5);

test("a morning in the reader's locale and time zone", () => {
  const written = (format: (at: Date, locale?: string) => string) => plain(format(morning, "en-US"));
  expect(written(dates.formatLongDate)).toBe("Thursday, March 5, 2026");
  expect(written(dates.formatShortDate)).toBe("Thu, Mar 5, 2026");
  expect(written(dates.formatDateInWords)).toBe("March 5, 2026");
  expect(written(dates.formatMediumDate)).toBe("Mar 5, 2026");
  expect(dates.formatMediumDate(morning, "de")).toBe("05.03.2026");
  expect(written(dates.formatMediumMoment)).toBe("Mar 5, 2026, 9:05 AM");
  expect(written(dates.formatWeekdayAndDay)).toBe("Thursday, March 5");
  expect(written(dates.formatMonthAndDay)).toBe("Mar 5");
  expect(written(dates.formatMonth)).toBe("March 2026");
  expect(written(dates.formatShortMonth)).toBe("Mar 2026");
  expect(written(dates.formatWeekday)).toBe("Thursday");
  expect(written(dates.formatShortWeekday)).toBe("Thu");
  expect(written(dates.formatHour)).toBe("9 AM");
  expect(written(dates.formatTime)).toBe("9:05 AM");
  expect(written(dates.formatStyles)).toBe("March 5, 2026, 9:05 AM");
  expect(dates.formatShortDay(morning)).toBe("Mar 5");
  expect(dates.formatTime(new Date("not yet typed"))).toBe("Invalid Date");
});

test("times, ranges and zone names are formatted in another time zone", () => {
  const [from, to] = [new Date("2026-03-05T13:05:00Z"), new Date("2026-03-05T14:05:00Z")];
  expect(plain(dates.formatTime(from, "en-US", "Asia/Kolkata"))).toBe("6:35 PM");
  expect(plain(dates.formatClockRange(from, to, "Europe/Berlin", "en-US"))).toBe("2:05 – 3:05 PM");
  expect(plain(dates.formatDateRange(morning, new Date(2026, 2, 8), "en-US"))).toBe("Mar 5 – 8, 2026");
  expect(dates.formatZoneName(from, "en-US", "America/New_York")).toBe("EST");
  expect(plain(dates.formatTimeAndOffset(from, "Europe/Berlin", "en-US"))).toBe("2:05 PM, GMT+1");
  expect(dates.formatTimeAndOffset(from, "UTC", "en-GB")).toMatch(/^13:05, (UTC|GMT)/);
});

test("an expiry shows the remaining minutes or hours", () => {
  const inMinutes = (minutes: number) =>
    dates.formatTimeUntil(new Date(morning.getTime() + minutes * 60_000), morning);
  expect([-5, 5, 180].map(inMinutes)).toEqual(["in 1 minute", "in 5 minutes", "in 3 hours"]);
});
