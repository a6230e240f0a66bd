import { and, asc, eq, gte, lt } from "drizzle-orm";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { usualHours } from "#features/calendar/hours-model.ts";
import { freeStretches, hoursOfDay } from "#features/calendar/public/free-stretches.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import type { BriefingDay } from "../briefing/read-facts.ts";
import { endOf } from "../end-of-part.ts";
import { leaveTimes } from "../tables.ts";
import { type DayLine, type DayPart, type EventPart, FREE_FROM, type LeavePart } from "../today-model.ts";
import { readDayEvents } from "./read-day-events.ts";

/** `workEnds`: the end of the working hours, also of a day off. */
export type WorkDay = DayLine & { workEnds: Date };

/**
 * A day as a line: events, when to leave for them, and free time within the working hours. A time to leave that has
 * passed is left out although the way still takes time, and so is one that was calculated for another time of its event.
 */
export async function readDay(context: SignedIn, day: BriefingDay): Promise<WorkDay> {
  const { date, timeZone, from, to } = day;
  const events = await readDayEvents(context, day);
  const hours = await calendarSettings.get(context, {});
  const leave = (await readLeaveTimes(context, day)).filter(({ eventId, to: start }) =>
    events.some(({ id, from: begins }) => id === eventId && begins.getTime() === start.getTime()),
  );
  const busy = [...events.filter(takesTime), ...leave]
    .map((part) => ({ start: part.from, end: part.to }))
    .sort((one, other) => one.start.getTime() - other.start.getTime());
  const free = freeStretches(from, busy, hours, timeZone, FREE_FROM).map(({ start, end }) => ({
    kind: "free" as const,
    from: start,
    to: end,
    minutes: Math.round((end.getTime() - start.getTime()) / MINUTE),
  }));
  const work = hoursOfDay(from, hours, timeZone);
  const { to: lastMinute } = work ?? usualHours(hours);
  return {
    date,
    timeZone,
    from,
    to,
    isWorkingDay: work !== null,
    workEnds: instantOf({ ...wallClock(from, timeZone), hour: 0, minute: lastMinute }, timeZone),
    parts: [...events, ...leave.filter((part) => endOf(part) > context.now), ...free].sort(inOrder),
  };
}

const MINUTE = 60_000;

/** An all-day event is a note at the day and takes no hours of it, as in the figures of focus time. */
export const takesTime = ({ isBusy, isAllDay }: EventPart): boolean => isBusy && !isAllDay;

async function readLeaveTimes(
  { db, actor }: SignedIn,
  { from, to }: Pick<BriefingDay, "from" | "to">,
): Promise<LeavePart[]> {
  const rows = await db
    .select()
    .from(leaveTimes)
    .where(
      and(eq(leaveTimes.userId, actor.userId), gte(leaveTimes.startsAt, from), lt(leaveTimes.startsAt, to)),
    )
    .orderBy(asc(leaveTimes.leaveAt), asc(leaveTimes.id));
  return rows.map(({ eventId, title, leaveAt, startsAt, minutes, origin, destination, kind, note }) => ({
    kind: "leave",
    from: leaveAt,
    to: startsAt,
    ...{ eventId, title, minutes, origin, destination, reading: kind, note },
  }));
}

const isAllDay = (part: DayPart) => part.kind === "event" && part.isAllDay;

/** Equal ones stay in the order of the query, which ends with the id. */
function inOrder(one: DayPart, other: DayPart): number {
  return (
    Number(isAllDay(other)) - Number(isAllDay(one)) ||
    one.from.getTime() - other.from.getTime() ||
    other.to.getTime() - one.to.getTime()
  );
}
