import { afterAll, expect, test } from "vitest";
import { browserClock, setReaderClock } from "#platform/time/reader-clock.ts";

setReaderClock({ ...browserClock(), timeZone: "America/New_York" });
afterAll(() => setReaderClock(browserClock()));
const { daysOf, isUpcoming, isBar, lengthened, minutesOn, shifted } = await import("./occurrence.ts");

const timed = (startTime: string, endTime: string) => ({
  startTime: new Date(startTime).toISOString(),
  endTime: new Date(endTime).toISOString(),
  isAllDay: false,
});
const allDay = (first: string, after: string) => ({
  startTime: `${first}T00:00:00.000Z`,
  endTime: `${after}T00:00:00.000Z`,
  isAllDay: true,
});

test("CAL-13: an all-day event is on its dates, also west of Greenwich", () => {
  expect(daysOf(allDay("2026-03-05", "2026-03-06"))).toEqual({ first: "2026-03-05", last: "2026-03-05" });
  expect(daysOf(allDay("2026-03-07", "2026-03-10"))).toEqual({ first: "2026-03-07", last: "2026-03-09" });
});

test("an event across midnight is on both days; one that ends at midnight only on the first", () => {
  const over = timed("2026-03-05T22:00:00-05:00", "2026-03-06T01:30:00-05:00");
  expect(daysOf(over)).toEqual({ first: "2026-03-05", last: "2026-03-06" });
  expect(minutesOn(over, "2026-03-05")).toEqual({ from: 22 * 60, to: 24 * 60 });
  expect(minutesOn(over, "2026-03-06")).toEqual({ from: 0, to: 90 });
  expect(isBar(over)).toBe(false);
  const until = timed("2026-03-05T22:00:00-05:00", "2026-03-06T00:00:00-05:00");
  expect(daysOf(until).last).toBe("2026-03-05");
  expect(minutesOn(until, "2026-03-05").to).toBe(24 * 60);
});

test("an event of a day or longer is shown as a bar", () => {
  expect(isBar(timed("2026-03-05T22:00:00Z", "2026-03-06T21:59:00Z"))).toBe(false);
  expect(isBar(timed("2026-03-05T22:00:00Z", "2026-03-06T22:00:00Z"))).toBe(true);
});

test("an event across the end of DST still has a height", () => {
  const fallBack = timed("2026-11-01T01:45:00-04:00", "2026-11-01T01:15:00-05:00");
  const { from, to } = minutesOn(fallBack, "2026-11-01");
  expect(to).toBeGreaterThan(from);
});

test("a moved event has the same local time and duration across a DST change", () => {
  const saturday = timed("2026-03-07T09:00:00-05:00", "2026-03-07T10:00:00-05:00");
  expect(shifted(saturday, 1)).toEqual(timed("2026-03-08T09:00:00-04:00", "2026-03-08T10:00:00-04:00"));
  expect(shifted(saturday, 0, -15)).toEqual(timed("2026-03-07T08:45:00-05:00", "2026-03-07T09:45:00-05:00"));
  expect(shifted(allDay("2026-03-07", "2026-03-09"), 1)).toEqual(allDay("2026-03-08", "2026-03-10"));
});

test("a shortened event lasts at least a quarter of an hour", () => {
  const event = timed("2026-03-07T09:00:00Z", "2026-03-07T09:30:00Z");
  expect(lengthened({ ...event, title: "Board" } as typeof event, 15)).toEqual({
    ...event,
    endTime: "2026-03-07T09:45:00.000Z",
  });
  expect(lengthened(event, -90).endTime).toBe("2026-03-07T09:15:00.000Z");
});

test("an all-day event is upcoming until its last day is over in the reader's time zone", () => {
  const event = allDay("2026-03-05", "2026-03-06");
  expect(isUpcoming(event, new Date("2026-03-06T04:59:00Z"))).toBe(true);
  expect(isUpcoming(event, new Date("2026-03-06T05:00:00Z"))).toBe(false);
});
