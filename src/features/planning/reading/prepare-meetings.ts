import { t } from "#i18n/message.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import type { Span } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import { itemIdOf } from "../model.ts";
import { addDays, datesBetween, daySpans, minuteOf } from "./day-spans.ts";
import type { PlanFacts } from "./read-facts.ts";
import { MINUTE, type PlanEvent, type WantedItem } from "./wanted-item.ts";

/** A shorter meeting needs no preparation of its own. */
const SHORTEST_MINUTES = 25;
const IMPORTANCE = 0.6;

/** So much free working time before a meeting is room enough to prepare it: what is prepared early is forgotten. */
const ROOM = 4;
const LEAST_ROOM_MINUTES = 120;

type Frame = Pick<PlanFacts, "now" | "clock" | "hours" | "settings" | "days" | "taken">;

/**
 * Preparation of the meetings with other people: in the last free working time before the person leaves for them, at
 * most from the working day before. `now`: what has begun is not prepared any more.
 */
export function preparations(events: readonly PlanEvent[], frame: Frame): WantedItem[] {
  const { now, hours, settings } = frame;
  const { timeZone } = frame.clock;
  const minutes = settings.preparationMinutes;
  if (minutes === 0) return [];
  const freeBefore = freeTimeBefore(events, frame);
  const room = Math.max(LEAST_ROOM_MINUTES, ROOM * minutes) * MINUTE;
  return events
    .filter((event) => isPrepared(event, now))
    .map((event) => {
      const begins = event.start - event.travelMinutes * MINUTE;
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
      };
    });
}

const isPrepared = ({ hasGuests, isAllDay, isFree, start, end }: PlanEvent, now: number) =>
  hasGuests && !isAllDay && !isFree && start > now && end - start >= SHORTEST_MINUTES * MINUTE;

/** The working hours within a span that no event takes, in the order of time. */
function freeTimeBefore(events: readonly PlanEvent[], { clock, hours, settings, days, taken }: Frame) {
  const { timeZone } = clock;
  const busy = joined([
    ...taken,
    ...events
      .filter(({ isFree }) => !isFree)
      .map(({ start, end, travelMinutes }) => ({
        start: start - travelMinutes * MINUTE,
        end: end + travelMinutes * MINUTE,
      })),
  ]);
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
function workingDayBefore(at: number, timeZone: string, { workingDays }: Frame["hours"]): string {
  const day = dayInZone(new Date(at), timeZone);
  const before = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(day, -days));
  return before.find((date) => workingDays.includes(new Date(`${date}T00:00:00Z`).getUTCDay())) ?? day;
}

/** Days after the last planned one whose meetings may be prepared within it. */
export const DAYS_AHEAD = 4;
