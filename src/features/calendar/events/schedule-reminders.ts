import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notify } from "#platform/notify/notify.ts";
import { smartNotifications } from "#platform/notify/tables.ts";
import { formatPaddedDate, formatPaddedMoment, type ZoneClock } from "#platform/time/format-in-zone.ts";
import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import { type CalendarEvent, DAY } from "../model.ts";
import { eventTimes } from "../tables.ts";
import { ownTimes, timeFields } from "./read-events.ts";

const TYPE = "event";

/** Reminders are scheduled for the occurrences of these next days; a nightly job adds the next ones. */
const DAYS_AHEAD = 40;
const MAX_OCCURRENCES = 60;

/** Deletes reminders that were not sent yet and schedules those of the event or its series. */
export async function scheduleReminders(context: SignedIn, event: CalendarEvent): Promise<void> {
  const seriesId = event.seriesId ?? (event.rrule === null ? null : event.id);
  if (seriesId !== null) await scheduleSeriesReminders(context, seriesId);
  if (event.rrule !== null) return;
  await cancelReminders(context, event.id);
  await remind(context, event, event.id);
}

export async function scheduleSeriesReminders(context: SignedIn, seriesId: string): Promise<void> {
  await cancelReminders(context, seriesId);
  const { db, now } = context;
  const upcoming = await db
    .select(timeFields)
    .from(eventTimes)
    .where(
      ownTimes(
        context,
        eq(eventTimes.isSeries, true),
        eq(eventTimes.seriesId, seriesId),
        gt(eventTimes.startTime, now),
        lt(eventTimes.startTime, new Date(now.getTime() + DAYS_AHEAD * DAY)),
      ),
    )
    .orderBy(asc(eventTimes.startTime), asc(eventTimes.id))
    .limit(MAX_OCCURRENCES);
  for (const occurrence of upcoming) await remind(context, occurrence, seriesId);
}

/** `subjectId` identifies the reminders when they are cancelled. */
async function remind(context: SignedIn, event: CalendarEvent, subjectId: string): Promise<void> {
  const minutes = new Set(event.reminderSettings.minutesBefore);
  if (minutes.size === 0 || event.deletedAt !== null || event.status === "cancelled") return;
  const clock = await ownClock(context);
  const start = beginningOf(event, clock);
  for (const before of minutes) {
    const scheduledFor = new Date(start.getTime() - before * 60_000);
    if (scheduledFor <= context.now) continue;
    await notify(context, {
      userIds: [context.actor.userId],
      title: () => event.title || t`(No title)`,
      message: () => [describe(start, event.isAllDay, clock), event.location].filter(Boolean).join(" · "),
      type: TYPE,
      contextData: { eventId: subjectId, occurrenceId: event.id },
      href: `/calendar?event=${event.id}`,
      scheduledFor,
      dedupeKey: `event ${event.id} at ${scheduledFor.toISOString()}`,
    });
  }
}

/** Reminders that were already sent are kept, as history. */
export async function cancelReminders({ db, actor }: SignedIn, eventId: string): Promise<void> {
  await db
    .delete(smartNotifications)
    .where(
      and(
        eq(smartNotifications.userId, actor.userId),
        eq(smartNotifications.type, TYPE),
        eq(smartNotifications.isSent, false),
        sql`${smartNotifications.contextData} ->> 'eventId' = ${eventId}`,
      ),
    );
}

/** An all-day event is reminded of as if it began at 9:00 in its owner's time zone. */
function beginningOf({ startTime, isAllDay }: CalendarEvent, { timeZone }: ZoneClock): Date {
  const nine = { ...wallClock(startTime, "UTC"), hour: 9, minute: 0 };
  return isAllDay ? instantOf(nine, timeZone) : startTime;
}

const describe = (start: Date, isAllDay: boolean, clock: ZoneClock): string =>
  isAllDay ? formatPaddedDate(start, clock.timeZone) : formatPaddedMoment(start, clock);
