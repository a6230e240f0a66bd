import { sql } from "drizzle-orm";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { sharedMinutes } from "../engine/cost-of-plan.ts";
import type { Span } from "../engine/plan-problem.ts";
import { joined } from "../engine/span-sets.ts";
import { readPlanSettings } from "../plan-settings.ts";
import { type Meeting, readMeetings } from "../what-if/read-meetings.ts";
import { findOtherTimes } from "./find-other-times.ts";
import { type FocusAnswer, LEAST_CLASH_MINUTES } from "./focus-model.ts";

/** Whether an invitation is in focus hours that the person defends, and when else it could be. */
export async function findClash(context: SignedIn, { eventId }: { eventId: string }): Promise<FocusAnswer> {
  const found = await readClash(context, eventId);
  if (!found) return { clash: null };
  const times = await findOtherTimes(context, found.meeting);
  return {
    clash: {
      minutes: found.minutes,
      times: times.map(({ start, end }) => ({ startTime: new Date(start), endTime: new Date(end) })),
    },
  };
}

/** Null if there is nothing to defend. Throws not_found for an event that is not there. */
export async function readClash(
  context: SignedIn,
  eventId: string,
): Promise<{ meeting: Meeting; minutes: number } | null> {
  const { timeZone } = await ownClock(context);
  const meeting = (await readMeetings(context, [], { required: [eventId], timeZone })).get(eventId);
  const { defendsFocus } = await readPlanSettings(context);
  if (!meeting || defendsFocus === "off" || meeting.isAllDay || !isOpen(meeting, context.now)) return null;
  const focus = await defendedTimes(context, meeting, timeZone);
  const minutes = Math.round(sharedMinutes([meeting], joined(focus)));
  return minutes < LEAST_CLASH_MINUTES ? null : { meeting, minutes };
}

/** Somebody else organizes it, it is not over, and the person did not decline it. */
const isOpen = ({ isOwn, organizer, answer, end }: Meeting, now: Date): boolean =>
  !isOwn && organizer !== null && answer !== "declined" && end > now.getTime();

async function defendedTimes(
  { db, actor }: SignedIn,
  { start, end }: Span,
  timeZone: string,
): Promise<Span[]> {
  const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ start_time: string; end_time: string }>(
    sql`select * from defended_times(${actor.userId}, ${timeZone}, ${at(start)}, ${at(end)})`,
  );
  return rows.map(({ start_time, end_time }) => ({
    start: Date.parse(start_time),
    end: Date.parse(end_time),
  }));
}
