import { expect, test } from "vitest";
import * as formats from "./format-in-zone.ts";
import { dayInZone } from "./wall-clock.ts";

const at = new Date("2026-03-05T13:05:00Z");
/** Node writes a narrow space before 'PM'. */
const plain = (text: string) => text.replaceAll("\u202f", " ");

test("one instant in Berlin, in each format that the server writes", () => {
  const written = (format: (at: Date, timeZone: string) => string) => plain(format(at, "Europe/Berlin"));
  const onClock = (format: (at: Date, clock: formats.ZoneClock) => string) =>
    (["h23", "h12"] as const).map((hourCycle) => plain(format(at, { timeZone: "Europe/Berlin", hourCycle })));
  expect(onClock(formats.formatClock)).toEqual(["14:05", "2:05 PM"]);
  expect(written(formats.formatWeekday)).toBe("Thursday");
  expect(written(formats.formatShortDay)).toBe("Mar 5");
  expect(written(formats.formatLongDay)).toBe("March 5");
  expect(written(formats.formatShortDate)).toBe("Mar 5, 2026");
  expect(written(formats.formatPaddedDate)).toBe("Mar 05, 2026");
  expect(written(formats.formatShortWeekdayAndDay)).toBe("Thu, Mar 5");
  expect(written(formats.formatWeekdayAndDay)).toBe("Thursday, March 5");
  expect(written(formats.formatBritishDay)).toBe("Thursday 5 March");
  expect(written(formats.formatFullDate)).toBe("Thursday, March 5, 2026");
  expect(onClock(formats.formatFullMoment)).toEqual([
    "Thursday, March 5, 2026 at 14:05",
    "Thursday, March 5, 2026 at 2:05 PM",
  ]);
  expect(written(formats.formatBritishFullMoment)).toBe("Thursday, 5 March 2026 at 14:05");
  expect(onClock(formats.formatPaddedMoment)).toEqual(["Mar 05, 2026, 14:05", "Mar 05, 2026, 2:05 PM"]);
  expect(written(formats.formatMomentAndZone)).toBe("Mar 5, 2026, 2:05 PM (Europe/Berlin)");
  expect(written(formats.formatBritishMomentAndZone)).toBe("5 Mar 2026, 14:05 (Europe/Berlin)");
  expect(written(dayInZone)).toBe("2026-03-05");
});

test("a meeting names its day, both times and the zone; in Auckland it is the next day", () => {
  const end = new Date("2026-03-05T14:05:00Z");
  expect(formats.formatTimesAndZone(at, end, "Europe/Berlin")).toBe(
    "Thursday, March 5, 2026, 14:05 to 15:05 (Europe/Berlin)",
  );
  expect(formats.formatTimesAndZone(at, end, "Pacific/Auckland")).toBe(
    "Friday, March 6, 2026, 02:05 to 03:05 (Pacific/Auckland)",
  );
  expect(dayInZone(at, "Pacific/Auckland")).toBe("2026-03-06");
});

test("midnight is 00:00, and an empty day does not fail", () => {
  expect(formats.formatClock(new Date("2026-03-05T00:00:00Z"), { timeZone: "UTC", hourCycle: "h23" })).toBe(
    "00:00",
  );
  expect(formats.formatShortDate(new Date("no day"), "UTC")).toBe("Invalid Date");
});
