import { dayInZone } from "#platform/time/wall-clock.ts";
import type { PlanDay } from "../engine/plan-problem.ts";
import { minutesOf } from "./build-problem.ts";
import type { Reading } from "./read-problem.ts";
import type { PlanEvent } from "./wanted-item.ts";

type Read = Pick<Reading, "events" | "settings" | "clock">;

/** Events that take time on a working day; none on others. */
export function eventsOn({ work }: PlanDay, events: readonly PlanEvent[]): PlanEvent[] {
  const [first, last] = [work[0], work.at(-1)];
  if (!first || !last) return [];
  return events.filter(({ start, end, isFree }) => !isFree && start < last.end && end > first.start);
}

/** Minutes of meetings with other people that begin on this working day. */
export const meetingMinutes = (day: PlanDay, { events, clock }: Pick<Read, "events" | "clock">): number =>
  minutesOf(
    eventsOn(day, events).filter(
      ({ hasGuests, isAllDay, start }) =>
        hasGuests && !isAllDay && dayInZone(new Date(start), clock.timeZone) === day.date,
    ),
  );

/** So many of them are more than the person wants on a day. */
export const minutesBeyondLimit = (day: PlanDay, read: Read): number => {
  const most = read.settings.mostMeetingMinutes;
  return most === null ? 0 : Math.max(0, meetingMinutes(day, read) - most);
};
