import { readSettings } from "#features/calendar/calendar-settings.ts";
import { freeTimes } from "#features/calendar/free-times.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { dayInZone } from "#platform/time/wall-clock.ts";
import type { Span } from "../engine/plan-problem.ts";
import { isInside, joined } from "../engine/span-sets.ts";
import { readPlanSettings } from "../plan-settings.ts";
import { addDays, datesBetween, daySpans } from "../reading/day-spans.ts";
import { MINUTE } from "../reading/wanted-item.ts";
import type { Meeting } from "../what-if/read-meetings.ts";

const DAY = 86_400_000;
/** So many days after it are searched. */
const DAYS_AFTER = 5;
const MOST = 2;
/** What looks for a time does so within these lengths, in minutes. */
const [SHORTEST, LONGEST] = [15, 480];

/**
 * The nearest times of the same length at which the person is free within their hours and not on a break, and so is the
 * organizer if they are a colleague: as far as everybody who looks for a time sees them. Focus hours that are defended
 * count as taken.
 */
export async function findOtherTimes(context: SignedIn, meeting: Meeting): Promise<Span[]> {
  const minutes = Math.round((meeting.end - meeting.start) / MINUTE);
  if (meeting.isAllDay || minutes < SHORTEST || minutes > LONGEST) return [];
  const organizer = meeting.organizer?.address?.toLowerCase();
  const { items } = await freeTimes.people(context, {});
  const userIds = items.flatMap(({ userId, email }) =>
    userId === context.actor.userId || email.toLowerCase() === organizer ? [userId] : [],
  );
  const work = await workAround(context, meeting);
  const found: Span[] = [];
  for (const { start, end } of windowsAround(meeting, context.now.getTime())) {
    const { suggestions } = await freeTimes.find(context, {
      ...{ userIds, minutes, from: new Date(start).toISOString(), to: new Date(end).toISOString() },
    });
    for (const { startTime, endTime, busy, outsideHours } of suggestions) {
      const span = { start: startTime.getTime(), end: endTime.getTime() };
      if (busy.length + outsideHours.length === 0 && isInside(span, work)) found.push(span);
    }
    // Windows are in the order of their distance.
    if (found.length >= MOST) break;
  }
  const distance = ({ start }: Span) => Math.abs(start - meeting.start);
  return found
    .toSorted((one, other) => distance(one) - distance(other) || one.start - other.start)
    .slice(0, MOST)
    .toSorted((one, other) => one.start - other.start);
}

/** The person's working hours without breaks, on all days that are searched. */
async function workAround(context: SignedIn, { start }: Meeting): Promise<Span[]> {
  const { timeZone } = await ownClock(context);
  const settings = await readPlanSettings(context);
  const hours = await readSettings(context);
  const day = dayInZone(new Date(start), timeZone);
  return joined(
    datesBetween(addDays(day, -1), addDays(day, DAYS_AFTER + 1)).flatMap(
      (date) => daySpans(date, timeZone, hours, settings).work,
    ),
  );
}

/** Half a day before and after it, then whole days after that; none in the past. */
const windowsAround = ({ start, end }: Meeting, now: number): Span[] =>
  [
    { start: start - DAY / 2, end: end + DAY / 2 },
    ...Array.from({ length: DAYS_AFTER }, (_, day) => ({
      start: end + DAY / 2 + day * DAY,
      end: end + DAY / 2 + (day + 1) * DAY,
    })),
  ].flatMap((span) => (span.end > now ? [{ start: Math.max(span.start, now), end: span.end }] : []));
