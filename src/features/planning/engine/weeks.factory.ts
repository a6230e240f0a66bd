import fc from "fast-check";
import { instantOf, offsetAt, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import type { Busy, Item, PlanDay, Problem, Quiet, Span, Stay } from "./plan-problem.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ten zones; six of them change their clocks, one by half an hour, two are off the full hour. */
export const ZONES = [
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
] as const;

export type Zone = (typeof ZONES)[number];

/** The local time of a day in a zone: `monday(9, 30)`. */
export const clockOf =
  (date: string, timeZone: string) =>
  (hour: number, minute = 0): number => {
    const [year = 2026, month = 1, day = 1] = date.split("-").map(Number);
    return instantOf({ year, month, day, hour, minute }, timeZone).getTime();
  };

/** Tuesday 2026-12-01 in Berlin, 9 to 12 and 13 to 17, with focus from 9 to 11. */
export const TUESDAY = clockOf("2026-12-01", "Europe/Berlin");
export const WEDNESDAY = clockOf("2026-12-02", "Europe/Berlin");

export function aDay(clock = TUESDAY, date = "2026-12-01"): PlanDay {
  const work = [
    { start: clock(9), end: clock(12) },
    { start: clock(13), end: clock(17) },
  ];
  return { date, work, focus: [{ start: clock(9), end: clock(11) }], mostMinutes: 420 };
}

export const anItem = (id: string, fields: Partial<Item> = {}): Item => ({
  ...{
    id,
    kind: "task",
    minutes: 60,
    leastMinutes: fields.minutes ?? 60,
    earliest: 0,
    due: null,
    latest: null,
  },
  ...{ importance: 0.5, isPromised: false, after: [], energy: "any", place: null, hours: null },
  ...{ kept: [], isFixed: false },
  ...fields,
});

export const aProblem = (items: readonly Item[], fields: Partial<Problem> = {}): Problem => ({
  ...{ now: TUESDAY(8), days: [aDay()], busy: [], stays: [], quiet: [], items, pauseMinutes: 0 },
  ...fields,
});

/** Starts of weeks in which the zone changes its clocks, in 2026 and 2027. */
function changesOf(zone: string): number[] {
  const days = Array.from({ length: 730 }, (_, day) => Date.UTC(2026, 0, 1) + day * DAY);
  return days.filter((day) => offsetAt(new Date(day), zone) !== offsetAt(new Date(day + DAY), zone));
}

const starts = new Map(ZONES.map((zone) => [zone, changesOf(zone)]));

type Shape = { zone: Zone; week: number; days: number; isChange: boolean; shift: number };

/** Local midnights of the week, the clock changing on one of them in half of all weeks. */
function midnights({ zone, week, days, isChange }: Shape): Date[] {
  const changes = starts.get(zone) ?? [];
  const change = isChange ? changes[week % Math.max(1, changes.length)] : undefined;
  const first = change === undefined ? Date.UTC(2026, 0, 1) + week * 7 * DAY : change - (week % days) * DAY;
  return Array.from({ length: days + 1 }, (_, day) => startOfDay(new Date(first), zone, day));
}

/** Office hours with a break, a short day, one of night work over midnight, and days off. */
const SHIFTS = [
  [
    [9, 12],
    [13, 17.5],
  ],
  [[8, 13]],
  [[22, 30]],
  [
    [0, 4],
    [14, 24],
  ],
  [],
] as const;

/** Hours of a day that begins at this midnight, which is not always as long as its clock says. */
function hoursOn(midnight: Date, [from, to]: readonly [number, number], zone: Zone): Span {
  const { year, month, day } = wallClock(midnight, zone);
  const instant = (hour: number) =>
    instantOf({ year, month, day, hour: Math.floor(hour), minute: (hour % 1) * 60 }, zone).getTime();
  return { start: instant(from), end: instant(to) };
}

function dayOf(midnight: Date, { zone, shift }: Shape, at: number, most: number): PlanDay {
  const { year, month, day } = wallClock(midnight, zone);
  const hours = SHIFTS[at % 7 === 6 ? 4 : shift % 4] ?? [];
  const work = hours.map((span) => hoursOn(midnight, span, zone)).filter(({ start, end }) => start < end);
  const focus = work.slice(0, 1).map(({ start, end }) => ({ start, end: Math.min(end, start + 2 * HOUR) }));
  const date = [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
  return { date, work, focus, mostMinutes: most };
}

const quarters = (most: number) => fc.nat({ max: most }).map((count) => count * 15 * MINUTE);
/** Now and then a length or a start off the grid. */
const odd = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 14 }) },
);
const rarely = (weight = 4) => fc.nat({ max: weight }).map((drawn) => drawn === 0);

const someBusy = (length: number): fc.Arbitrary<Span> =>
  fc
    .record({ start: quarters((length / DAY) * 96), span: fc.integer({ min: 1, max: 10 }), off: odd })
    .map(({ start, span, off }) => ({
      start: start + off * MINUTE,
      end: start + (span * 15 + off) * MINUTE,
    }));

/** In the morning, over noon, in the afternoon, at night. */
const HOURS_OF_DAY = [
  [8, 11],
  [11.5, 14.25],
  [14, 17],
  [20, 24],
] as const;

const someItem = fc.record({
  length: fc.integer({ min: 1, max: 12 }),
  off: odd,
  pieces: fc.integer({ min: 1, max: 4 }),
  earliest: fc.option(quarters(300), { freq: 2 }),
  due: fc.option(quarters(700), { freq: 2 }),
  latest: rarely(5).chain((has) => (has ? quarters(700) : fc.constant(null))),
  importance: fc.nat({ max: 10 }).map((tenth) => tenth / 10),
  isPromised: fc.boolean(),
  after: rarely(3).chain((has) => fc.array(fc.nat({ max: 30 }), { maxLength: has ? 2 : 0 })),
  energy: fc.constantFrom("deep" as const, "light" as const, "any" as const),
  place: fc.constantFrom(...Array.from({ length: 8 }, () => null), "office", "home"),
  hours: rarely(3).chain((has) => (has ? fc.constantFrom(...HOURS_OF_DAY) : fc.constant(null))),
  kept: fc.option(fc.record({ day: fc.nat({ max: 6 }), hours: fc.nat({ max: 60 }) }), { freq: 2 }),
  isFixed: rarely(8),
});

/** Weeks as people have them, and worse: circles of items, fixed blocks at night, events that overlap. */
export const someWeek = (zones: readonly Zone[] = ZONES): fc.Arbitrary<Problem> =>
  fc
    .record({
      ...{ zone: fc.constantFrom(...zones), week: fc.nat({ max: 90 }), days: fc.integer({ min: 1, max: 7 }) },
      ...{ isChange: fc.boolean(), shift: fc.nat({ max: 3 }), now: quarters(100), nowOff: odd },
      ...{
        busy: fc.array(someBusy(7 * DAY), { maxLength: 25 }),
        items: fc.array(someItem, { maxLength: 22 }),
      },
      ...{
        stays: fc.array(someBusy(7 * DAY), { maxLength: 12 }),
        pauseMinutes: fc.constantFrom(0, 5, 10, 15),
      },
      most: fc.constantFrom(90, 240, 360, 480, 480),
      quiet: fc.nat({ max: 4 }),
    })
    .map(({ items, busy, stays, now, nowOff, pauseMinutes, most, quiet, ...shape }) => {
      const nights = midnights(shape);
      const first = nights[0]?.getTime() ?? 0;
      const later = ({ start, end }: Span): Span => ({ start: first + start, end: first + end });
      const days = nights.slice(0, -1).map((midnight, at) => dayOf(midnight, shape, at, most));
      const events = busy.map((span, at): Busy => ({ ...later(span), id: `event-${at}` }));
      return {
        now: first + now + nowOff * MINUTE,
        days,
        busy: events,
        quiet: events.slice(0, quiet).map(quietBefore),
        stays: stays.map(
          (span, at): Stay => ({ ...widened(later(span)), place: at % 2 ? "office" : "home" }),
        ),
        items: items.map((drawn, at) => itemOf(drawn, at, { days, nights, zone: shape.zone })),
        pauseMinutes,
      };
    });

/** Half an hour before it, or, for every third event, its first half hour as on a ride. */
export const quietBefore = ({ id, start }: Busy, at: number): Quiet => ({
  ...(at % 3 === 2 ? { start, end: start + HOUR / 2 } : { start: start - HOUR / 2, end: start }),
  ...{ kind: at % 3 === 2 ? "beyond" : "approach", id },
});

const widened = ({ start, end }: Span): Span => ({ start: start - 2 * HOUR, end: end + 2 * HOUR });

type Drawn = typeof someItem extends fc.Arbitrary<infer T> ? T : never;

function itemOf(
  { length, off, pieces, ...drawn }: Drawn,
  at: number,
  { days, nights, zone }: { days: readonly PlanDay[]; nights: readonly Date[]; zone: Zone },
): Item {
  const first = nights[0]?.getTime() ?? 0;
  const minutes = length * 15 + off;
  const instant = (offset: number | null) => (offset === null ? null : first + offset);
  // Mostly in working hours, where the last plan had it.
  const hours = days[(drawn.kept?.day ?? 0) % days.length]?.work[0];
  const start = (hours?.start ?? first) + (drawn.kept?.hours ?? 0) * 15 * MINUTE;
  const previous = drawn.kept === null ? [] : [{ start, end: start + minutes * MINUTE }];
  return {
    id: `item-${at}`,
    kind: "task",
    minutes,
    leastMinutes: pieces === 1 ? minutes : Math.max(15, Math.floor(minutes / pieces)),
    earliest: instant(drawn.earliest) ?? 0,
    due: instant(drawn.due),
    latest: instant(drawn.latest),
    importance: drawn.importance,
    isPromised: drawn.isPromised,
    after: drawn.after.map((other) => `item-${other}`),
    energy: drawn.energy,
    place: drawn.place,
    hours: drawn.hours && nights.map((midnight) => hoursOn(midnight, drawn.hours ?? [0, 24], zone)),
    kept: previous,
    isFixed: drawn.isFixed,
  };
}
