import { workingHoursOn } from "#features/calendar/hours-model.ts";
import { t } from "#i18n/message.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import type { Span } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import { itemIdOf } from "../model.ts";
import { busyOf } from "./busy-of.ts";
import { addDays, datesBetween, daySpans, minuteOf, weekdayOf } from "./day-spans.ts";
import { weightOf } from "./meeting-weight.ts";
import { leavingFor } from "./own-preparation.ts";
import type { PlanFacts } from "./read-facts.ts";
import { MINUTE, type PlanEvent, type WantedItem } from "./wanted-item.ts";

/** A little less than of a task of medium priority: nobody asked for it. Of a decisive meeting, more, but a promise comes first. */
const IMPORTANCE = { usual: 0.4, decisive: 0.6 } as const;
/** Before a day full of meetings not each of them is prepared. */
const MOST_MINUTES_A_DAY = 60;
/** A decisive meeting is prepared at least so many minutes, and a long one more. */
const DECISIVE = { least: 30, leastOfLong: 45, longMinutes: 90 } as const;

/** So much free working time before a meeting is room enough to prepare it: what is prepared early is forgotten. */
const ROOM = 4;
const LEAST_ROOM_MINUTES = 120;
/** A decisive meeting is prepared last before it, but for so many minutes. */
const LAST_MINUTES = 15;

type Frame = Pick<PlanFacts, "now" | "clock" | "hours" | "settings" | "days" | "taken" | "rides">;

/**
 * Preparation of the meetings with other people: in the last free working time before the person leaves for them, at
 * most from the working day before. Not of routine, of what many attend, not of meals, and not what the person prepares by a task of
 * their own (`ownPrepared`: ids of events). `now`: what has begun is not prepared any more.
 */
export function preparations(
  events: readonly PlanEvent[],
  frame: Frame,
  ownPrepared: ReadonlySet<string> = new Set(),
): WantedItem[] {
  const { now, hours, settings } = frame;
  const { timeZone } = frame.clock;
  if (settings.preparationMinutes === 0) return [];
  const freeBefore = freeTimeBefore(events, frame);
  const candidates = meetingsToPrepare(events, settings.preparationMinutes).filter(
    ({ event }) => event.start > now && !ownPrepared.has(event.id),
  );
  return fewPerDay(candidates, timeZone).map(({ event, weight, minutes }) => {
    const begins = leavingFor(event);
    const dayBefore = minuteOf(workingDayBefore(event.start, timeZone, hours), 0, timeZone);
    const room =
      weight === "decisive" ? minutes + LAST_MINUTES : Math.max(LEAST_ROOM_MINUTES, ROOM * minutes);
    return {
      id: itemIdOf("event", event.id),
      kind: "preparation",
      title: event.title === "" ? t`Prepare a meeting` : t`Prepare: ${event.title}`,
      provenance: event.provenance,
      guess: null,
      minutes,
      leastMinutes: minutes,
      earliest:
        lastRoom(freeBefore({ start: dayBefore, end: begins }), room * MINUTE, minutes * MINUTE) ?? dayBefore,
      due: null,
      latest: begins,
      importance: IMPORTANCE[weight],
      isPromised: false,
      promisedTo: null,
      after: [],
      energy: "any",
      place: null,
      hours: null,
    };
  });
}

type Prepared = { event: PlanEvent; weight: "usual" | "decisive"; minutes: number };

/** Those that are prepared, with how long; of the same title twice, a meeting is routine. */
function meetingsToPrepare(events: readonly PlanEvent[], usual: number): Prepared[] {
  const times = Map.groupBy(events, ({ title }) => title.toLowerCase());
  return events.flatMap((event) => {
    const weight = weightOf(event);
    const isRepeated = event.title !== "" && (times.get(event.title.toLowerCase())?.length ?? 0) > 1;
    if (weight === "none" || (isRepeated && weight === "usual")) return [];
    return [{ event, weight, minutes: weight === "usual" ? usual : decisiveMinutes(event, usual) }];
  });
}

function decisiveMinutes({ start, end }: PlanEvent, usual: number): number {
  const isLong = end - start >= DECISIVE.longMinutes * MINUTE;
  return Math.max(usual, isLong ? DECISIVE.leastOfLong : DECISIVE.least);
}

/** Of each day as many as its minutes allow, but one: decisive ones first, then the longest; in the order of time. */
function fewPerDay(all: readonly Prepared[], timeZone: string): Prepared[] {
  const days = Map.groupBy(all, ({ event }) => dayInZone(new Date(event.start), timeZone));
  return [...days.values()].flatMap((own) => {
    const chosen = new Set<Prepared>();
    let minutes = 0;
    for (const each of own.toSorted(byWeight)) {
      if (chosen.size > 0 && minutes + each.minutes > MOST_MINUTES_A_DAY) continue;
      chosen.add(each);
      minutes += each.minutes;
    }
    return own.filter((each) => chosen.has(each));
  });
}

const byWeight = (one: Prepared, other: Prepared): number =>
  Number(other.weight === "decisive") - Number(one.weight === "decisive") ||
  other.event.end - other.event.start - (one.event.end - one.event.start) ||
  one.event.start - other.event.start;

/** The working hours within a span that no event takes, in the order of time. */
function freeTimeBefore(events: readonly PlanEvent[], { clock, hours, settings, days, taken, rides }: Frame) {
  const { timeZone } = clock;
  const busy = joined([...taken, ...busyOf(events, rides)]);
  const known = new Map(days.map((day) => [day.date, day]));
  return ({ start, end }: Span): Span[] => {
    const dates = datesBetween(dayInZone(new Date(start), timeZone), dayInZone(new Date(end), timeZone));
    const work = dates.flatMap((date) => (known.get(date) ?? daySpans(date, timeZone, hours, settings)).work);
    return without(joined(work.map((span) => ({ start: span.start, end: Math.min(span.end, end) }))), busy);
  };
}

/** Where the last `room` of these spans begins, of which one is at least `least` long (milliseconds); null if they are shorter. */
function lastRoom(spans: readonly Span[], room: number, least: number): number | null {
  let rest = room;
  let isLong = false;
  for (const { start, end } of spans.toReversed()) {
    const needed = isLong ? rest : Math.max(rest, least);
    if (end - start >= needed) return end - needed;
    isLong ||= end - start >= least;
    rest = Math.max(0, rest - (end - start));
  }
  return null;
}

/** The date, at most a week before. */
function workingDayBefore(at: number, timeZone: string, hours: Frame["hours"]): string {
  const day = dayInZone(new Date(at), timeZone);
  const before = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(day, -days));
  return before.find((date) => workingHoursOn(hours, weekdayOf(date)) !== null) ?? day;
}
