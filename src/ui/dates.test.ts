import { expect, onTestFinished, test } from "vitest";
import * as dates from "./dates.ts";
import { formatAgo, setDisplayClock } from "./dates.ts";

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
  expect(plain(at(-60))).toBe("Mar 05, 2026 4:00 PM");
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
  expect(plain(dates.formatHour(9))).toBe("9 AM");
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

test("each time is written on a clock of 24 hours, in the reader's zone", () => {
  setDisplayClock({ timeZone: "Asia/Kathmandu", hourCycle: "h23" });
  onTestFinished(() => setDisplayClock({ timeZone: undefined, hourCycle: undefined }));
  const at = new Date("2026-03-05T20:00:00Z");
  const written = (format: (at: Date, locale?: string) => string) => plain(format(at, "en-US"));
  expect(written(dates.formatTime)).toBe("01:45");
  expect(written(dates.formatMediumMoment)).toBe("Mar 6, 2026, 01:45");
  expect(written(dates.formatStyles)).toBe("March 6, 2026, 01:45");
  expect(written(dates.formatLongDate)).toBe("Friday, March 6, 2026");
  expect(dates.formatDate(at)).toBe("Mar 06, 2026");
  expect(dates.formatMoment(at)).toBe("Mar 06, 2026 01:45");
  expect(dates.formatShortDay(at)).toBe("Mar 6");
  expect([0, 9, 23].map(dates.formatHour)).toEqual(["00:00", "09:00", "23:00"]);
  expect(dates.isSameDay("2026-03-05T18:00:00Z", at)).toBe(false);
});
