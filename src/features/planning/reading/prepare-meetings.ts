import type { CalendarSettings } from "#features/calendar/model.ts";
import { t } from "#i18n/message.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import { itemIdOf } from "../model.ts";
import { addDays, minuteOf } from "./day-spans.ts";
import { MINUTE, type PlanEvent, type WantedItem } from "./wanted-item.ts";

/** A shorter meeting needs no preparation of its own. */
const SHORTEST_MINUTES = 25;
const IMPORTANCE = 0.6;

type Hours = Pick<CalendarSettings, "workingDays">;

/**
 * Preparation of the meetings with other people, from the working day before until the person leaves for them. `now`:
 * what has begun is not prepared any more.
 */
export function preparations(
  events: readonly PlanEvent[],
  minutes: number,
  { now, timeZone, hours }: { now: number; timeZone: string; hours: Hours },
): WantedItem[] {
  if (minutes === 0) return [];
  return events
    .filter((event) => isPrepared(event, now))
    .map((event) => {
      const begins = event.start - event.travelMinutes * MINUTE;
      return {
        id: itemIdOf("event", event.id),
        kind: "preparation",
        title: event.title === "" ? t`Prepare a meeting` : t`Prepare: ${event.title}`,
        provenance: event.provenance,
        guess: null,
        minutes,
        leastMinutes: minutes,
        earliest: minuteOf(workingDayBefore(event.start, timeZone, hours), 0, timeZone),
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

/** The date, at most a week before. */
function workingDayBefore(at: number, timeZone: string, { workingDays }: Hours): string {
  const day = dayInZone(new Date(at), timeZone);
  const before = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(day, -days));
  return before.find((date) => workingDays.includes(new Date(`${date}T00:00:00Z`).getUTCDay())) ?? day;
}

/** Days after the last planned one whose meetings may be prepared within it. */
export const DAYS_AHEAD = 4;
