import fc from "fast-check";
import { expect, test } from "vitest";
import { expandAll, expandSeries, type Series } from "./expand-series.ts";
import { localTimeConverter } from "./local-time-conversion.ts";

const NEW_YORK = "America/New_York";
const DAY = 86_400_000;
const FOREVER = { from: 0, until: Date.UTC(2100, 0, 1), limit: 1000 };
const clocks = localTimeConverter(NEW_YORK);
const nine = (year: number, month: number, day: number, hour = 9) =>
  clocks.instantOf(Date.UTC(year, month - 1, day, hour));

const series = (rrule: string, fields: Partial<Series> = {}): Series => ({
  start: nine(1997, 9, 2),
  isAllDay: false,
  zone: NEW_YORK,
  rrule,
  rdates: [],
  exdates: [],
  ...fields,
});

/** Wall time in New York, as the standard writes it. */
const wall = (at: number) => new Date(clocks.wallOf(at)).toISOString().slice(0, 16);
const wallTimes = (one: Series, limit: number) => expandSeries(one, { ...FOREVER, limit }).map(wall);
const days = (text: string, time = "09:00") => text.split(" ").map((day) => `${day}T${time}`);

// RFC 5545, 3.8.5.3: the rules and what the standard says they give.
test.each([
  [
    "FREQ=DAILY;COUNT=10",
    "1997-09-02 1997-09-03 1997-09-04 1997-09-05 1997-09-06 1997-09-07 1997-09-08 1997-09-09 1997-09-10 1997-09-11",
  ],
  ["FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12"],
  [
    "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
    "1997-09-02 1997-09-04 1997-09-09 1997-09-11 1997-09-16 1997-09-18 1997-09-23 1997-09-25 1997-09-30 1997-10-02",
  ],
  [
    "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
    "1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16",
  ],
  [
    "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
    "1997-09-02 1997-09-15 1997-10-02 1997-10-15 1997-11-02 1997-11-15 1997-12-02 1997-12-15 1998-01-02 1998-01-15",
  ],
  [
    "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
    "1997-09-10 1997-09-11 1997-09-12 1997-09-13 1997-09-14 1997-09-15 1999-03-10 1999-03-11 1999-03-12 1999-03-13",
  ],
  [
    "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
    "1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06 1998-03-06 1998-04-03 1998-05-01 1998-06-05",
  ],
  [
    "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
    "1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25 1998-03-01 1998-03-29 1998-05-03 1998-05-31",
  ],
  ["FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16"],
  ["FREQ=MONTHLY;COUNT=6;BYMONTHDAY=-3", "1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26"],
  [
    "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
    "1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30 1997-12-01 1997-12-31 1998-01-01 1998-01-31 1998-02-01",
  ],
  ["FREQ=MONTHLY;COUNT=5;BYDAY=FR;BYMONTHDAY=13", "1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13"],
  ["FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04 1997-10-07 1997-11-06"],
  [
    "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
    "1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09 2000-07-18 2003-01-01 2003-04-10 2003-07-19 2006-01-01",
  ],
  ["FREQ=YEARLY;COUNT=3;BYDAY=20MO", "1997-05-19 1998-05-18 1999-05-17"],
  ["FREQ=YEARLY;COUNT=3;BYWEEKNO=20;BYDAY=MO", "1997-05-12 1998-05-11 1999-05-17"],
  [
    "FREQ=YEARLY;COUNT=3;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
    "1996-11-05 2000-11-07 2004-11-02",
  ],
])("RFC 5545: %s", (rrule, text) => {
  const expected = days(text);
  const [first = ""] = expected;
  const start = clocks.instantOf(Date.parse(`${first}Z`));
  expect(wallTimes(series(rrule, { start }), expected.length)).toEqual(expected);
});

test("RFC 5545: RDATE adds, EXDATE removes, and DTSTART counts", () => {
  const one = series("FREQ=DAILY;COUNT=3", { rdates: [nine(1997, 9, 20)], exdates: [nine(1997, 9, 3)] });
  expect(wallTimes(one, 10)).toEqual(days("1997-09-02 1997-09-04 1997-09-20"));
  expect(wallTimes({ ...one, rrule: null }, 10)).toEqual(days("1997-09-02 1997-09-20"));
});

test("an occurrence in a skipped hour moves an hour later; in a repeated hour the first one is used", () => {
  const spring = series("FREQ=DAILY;COUNT=3", { start: nine(2026, 3, 7, 2) + 30 * 60_000 });
  expect(wallTimes(spring, 3)).toEqual(["2026-03-07T02:30", "2026-03-08T03:30", "2026-03-09T02:30"]);
  const autumn = series("FREQ=DAILY;COUNT=3", { start: nine(2026, 10, 31, 1) });
  expect(expandSeries(autumn, FOREVER).map((at) => new Date(at).toISOString().slice(5, 16))).toEqual([
    "10-31T05:00",
    "11-01T05:00",
    "11-02T06:00",
  ]);
  const hourly = series("FREQ=HOURLY;COUNT=3", { start: nine(2026, 3, 8, 1) });
  expect(wallTimes(hourly, 3)).toEqual(["2026-03-08T01:00", "2026-03-08T03:00", "2026-03-08T04:00"]);
});

test("an all-day series has the same dates in every zone", () => {
  const start = Date.UTC(2026, 2, 28);
  const one = series("FREQ=DAILY;UNTIL=20260330", { start, isAllDay: true, zone: NEW_YORK });
  expect(expandSeries(one, FOREVER)).toEqual([start, start + DAY, start + 2 * DAY]);
});

test("an invalid rule returns its problem without stopping others; a rule without occurrences terminates", () => {
  const impossible = series("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31");
  const results = expandAll({
    series: [series("FREQ=SOMETIMES"), impossible, series("FREQ=DAILY;COUNT=1")],
    window: FOREVER,
  });
  expect(results).toEqual([
    { problem: expect.stringContaining("how often") },
    { starts: [impossible.start] },
    { starts: [impossible.start] },
  ]);
  expect(expandSeries(series("FREQ=HOURLY"), { ...FOREVER, limit: 1000 })).toHaveLength(1000);
});

test.each([
  ["a last moment that is an occurrence", "UNTIL=19970904T130000Z", {}, "1997-09-02 1997-09-03 1997-09-04"],
  ["a moment earlier", "UNTIL=19970904T125959Z", {}, "1997-09-02 1997-09-03"],
  ["by the clocks of the place", "UNTIL=19970904T090000", {}, "1997-09-02 1997-09-03 1997-09-04"],
  ["a second earlier there", "UNTIL=19970904T085959", {}, "1997-09-02 1997-09-03"],
  [
    "a last day, all of it",
    "UNTIL=19970904",
    { start: nine(1997, 9, 2, 23) },
    "1997-09-02 1997-09-03 1997-09-04",
  ],
  [
    "without weekends",
    "COUNT=5;BYDAY=MO,TU,WE,TH,FR",
    {},
    "1997-09-02 1997-09-03 1997-09-04 1997-09-05 1997-09-08",
  ],
])("RFC 5545: a daily rule ends with %s", (_name, end, fields, expected) => {
  const one = series(`FREQ=DAILY;${end}`, fields);
  expect(expandSeries(one, FOREVER).map((at) => wall(at).slice(0, 10))).toEqual(expected.split(" "));
});

test("a window includes its start, excludes its end, and returns at most the requested number", () => {
  const from = nine(1997, 9, 4);
  const until = nine(1997, 9, 6);
  for (const rrule of ["FREQ=DAILY", "FREQ=DAILY;BYHOUR=9", "FREQ=DAILY;COUNT=30"]) {
    const inWindow = expandSeries(series(rrule), { from, until, limit: 10 }).map(wall);
    expect(inWindow, rrule).toEqual(days("1997-09-04 1997-09-05"));
    const exdates = [nine(1997, 9, 2), nine(1997, 9, 3)];
    expect(wallTimes(series(rrule, { exdates }), 2), rrule).toEqual(days("1997-09-04 1997-09-05"));
  }
  const beyond = series("FREQ=DAILY;COUNT=1", { rdates: [from, until] });
  expect(expandSeries(beyond, { from, until, limit: 10 })).toEqual([from]);
});

test("a rule with several times a day is expanded month by month to the end of the window", () => {
  const one = series("FREQ=DAILY;BYHOUR=9,17;UNTIL=19971231T000000Z");
  const all = expandSeries(one, FOREVER).map(wall);
  expect(all).toHaveLength(2 * 120);
  expect([all[0], all.at(-1)]).toEqual(["1997-09-02T09:00", "1997-12-30T17:00"]);
});

const NAMES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const some = <T>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), { nil: null });
const aRule = fc.record({
  freq: fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
  interval: fc.integer({ min: 1, max: 4 }),
  byDay: some(NAMES),
  byMonthDay: some([1, 2, 15, 28, 31, -1]),
  byMonth: some([1, 2, 3, 6, 10, 12]),
  day: fc.integer({ min: 0, max: 400 }),
  zone: fc.constantFrom("UTC", NEW_YORK, "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata"),
});
type ARule = typeof aRule extends fc.Arbitrary<infer R> ? R : never;

/** Tests each day separately against the rule. */
function bruteForce(
  { freq, interval, byDay, byMonthDay, byMonth }: ARule,
  start: Date,
  last: number,
): number[] {
  const found: number[] = [];
  const weekOf = (at: number) => Math.floor((Math.floor(at / DAY) + 3) / 7);
  const monthOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth();
  for (let at = start.getTime(); at <= last; at += DAY) {
    const day = new Date(at);
    const length = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    const steps = {
      DAILY: Math.round((at - start.getTime()) / DAY),
      WEEKLY: weekOf(at) - weekOf(start.getTime()),
      MONTHLY: monthOf(day) - monthOf(start),
      YEARLY: day.getUTCFullYear() - start.getUTCFullYear(),
    }[freq];
    const hasDay = byDay !== null || byMonthDay !== null;
    const isMatch =
      (steps ?? 0) % interval === 0 &&
      (byMonth === null || byMonth.includes(day.getUTCMonth() + 1)) &&
      (byDay === null || byDay.includes(NAMES[day.getUTCDay()] ?? "")) &&
      (byMonthDay === null ||
        byMonthDay.some((one) => (one < 0 ? length + 1 + one : one) === day.getUTCDate())) &&
      (hasDay ||
        freq === "DAILY" ||
        (freq === "WEEKLY"
          ? day.getUTCDay() === start.getUTCDay()
          : day.getUTCDate() === start.getUTCDate())) &&
      (hasDay || byMonth !== null || freq !== "YEARLY" || day.getUTCMonth() === start.getUTCMonth());
    if (isMatch || at === start.getTime()) found.push(at);
  }
  return found;
}

test("expansion equals a day-by-day brute-force check, for random rules and zones", () => {
  fc.assert(
    fc.property(aRule, (rule) => {
      fc.pre(!(rule.freq === "WEEKLY" && rule.byMonthDay !== null));
      const start = new Date(Date.UTC(2024, 0, 1, 9) + rule.day * DAY);
      const last = start.getTime() + 900 * DAY;
      const parts = [
        `FREQ=${rule.freq}`,
        `INTERVAL=${rule.interval}`,
        ...(rule.byDay ? [`BYDAY=${rule.byDay}`] : []),
        ...(rule.byMonthDay ? [`BYMONTHDAY=${rule.byMonthDay}`] : []),
        ...(rule.byMonth ? [`BYMONTH=${rule.byMonth}`] : []),
      ];
      const zone = localTimeConverter(rule.zone);
      const one = {
        start: zone.instantOf(start.getTime()),
        isAllDay: false,
        zone: rule.zone,
        rrule: parts.join(";"),
        rdates: [],
        exdates: [],
      };
      const until = zone.instantOf(last) + 1;
      expect(expandSeries(one, { from: 0, until, limit: 1000 })).toEqual(
        bruteForce(rule, start, last).map(zone.instantOf),
      );
    }),
    { numRuns: 200 },
  );
});
