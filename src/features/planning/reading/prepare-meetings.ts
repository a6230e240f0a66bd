import { workingHoursOn } from "#features/calendar/hours-model.ts";
import { t } from "#i18n/message.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import type { Span } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import { itemIdOf } from "../model.ts";
import { busyOf } from "./busy-of.ts";
import { addDays, datesBetween, daySpans, minuteOf, weekdayOf } from "./day-spans.ts";
import { leavingFor } from "./own-preparation.ts";
import type { PlanFacts } from "./read-facts.ts";
import { MINUTE, type PlanEvent, type WantedItem } from "./wanted-item.ts";

/** A shorter meeting needs no preparation of its own. */
const SHORTEST_MINUTES = 25;
/** A little less than of a task of medium priority: nobody asked for it. */
const IMPORTANCE = 0.4;
/** Before a day full of meetings not each of them is prepared. */
const MOST_MINUTES_A_DAY = 60;
/** Nobody prepares these. */
const SOCIAL =
  /(?<!\p{L})(?:lunch|dinner|breakfast|coffee|drinks?|party|birthday|mittagessen|abendessen|frühstück|kaffee|geburtstag|feier|déjeuner|dîner|café|anniversaire|fête|comida|cena|desayuno|cumpleaños|fiesta|almuerzo)(?!\p{L})/iu;

/** So much free working time before a meeting is room enough to prepare it: what is prepared early is forgotten. */
const ROOM = 4;
const LEAST_ROOM_MINUTES = 120;

type Frame = Pick<PlanFacts, "now" | "clock" | "hours" | "settings" | "days" | "taken" | "rides">;

/**
 * Preparation of the meetings with other people: in the last free working time before the person leaves for them, at
 * most from the working day before. Not those of a series, not meals, and not what the person prepares by a task of
 * their own (`ownPrepared`: ids of events). `now`: what has begun is not prepared any more.
 */
export function preparations(
  events: readonly PlanEvent[],
  frame: Frame,
  ownPrepared: ReadonlySet<string> = new Set(),
): WantedItem[] {
  const { now, hours, settings } = frame;
  const { timeZone } = frame.clock;
  const minutes = settings.preparationMinutes;
  if (minutes === 0) return [];
  const freeBefore = freeTimeBefore(events, frame);
  const room = Math.max(LEAST_ROOM_MINUTES, ROOM * minutes) * MINUTE;
  const candidates = events.filter((event) => isPrepared(event, now) && !ownPrepared.has(event.id));
  return fewPerDay(candidates, minutes, timeZone).map((event) => {
    const begins = leavingFor(event);
    const dayBefore = minuteOf(workingDayBefore(event.start, timeZone, hours), 0, timeZone);
    return {
      id: itemIdOf("event", event.id),
      kind: "preparation",
      title: event.title === "" ? t`Prepare a meeting` : t`Prepare: ${event.title}`,
      provenance: event.provenance,
      guess: null,
      minutes,
      leastMinutes: minutes,
      earliest: lastRoom(freeBefore({ start: dayBefore, end: begins }), room) ?? dayBefore,
      due: null,
      latest: begins,
      importance: IMPORTANCE,
      isPromised: false,
      after: [],
      energy: "any",
      place: null,
      hours: null,
    };
  });
}

const isPrepared = (
  { hasGuests, isAllDay, isFree, isRecurring, title, start, end }: PlanEvent,
  now: number,
) =>
  hasGuests &&
  !isAllDay &&
  !isFree &&
  !isRecurring &&
  !SOCIAL.test(title) &&
  start > now &&
  end - start >= SHORTEST_MINUTES * MINUTE;

/** The longest of each day, in the order of time. */
function fewPerDay(events: readonly PlanEvent[], minutes: number, timeZone: string): PlanEvent[] {
  const most = Math.max(1, Math.floor(MOST_MINUTES_A_DAY / minutes));
  const days = Map.groupBy(events, ({ start }) => dayInZone(new Date(start), timeZone));
  return [...days.values()].flatMap((own) => {
    const longest = own.toSorted(
      (one, other) => other.end - other.start - (one.end - one.start) || one.start - other.start,
    );
    const chosen = new Set(longest.slice(0, most));
    return own.filter((event) => chosen.has(event));
  });
}

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

/** Where the last `room` (milliseconds) of these spans begins; null if they are shorter. */
function lastRoom(spans: readonly Span[], room: number): number | null {
  let rest = room;
  for (const { start, end } of spans.toReversed()) {
    if (end - start >= rest) return end - rest;
    rest -= end - start;
  }
  return null;
}

/** The date, at most a week before. */
function workingDayBefore(at: number, timeZone: string, hours: Frame["hours"]): string {
  const day = dayInZone(new Date(at), timeZone);
  const before = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(day, -days));
  return before.find((date) => workingHoursOn(hours, weekdayOf(date)) !== null) ?? day;
}
