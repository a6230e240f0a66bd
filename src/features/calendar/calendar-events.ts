import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { calendarSync } from "./calendar-sync.ts";
import { createQuickEvent } from "./events/create-quick-event.ts";
import {
  ListEvents,
  listEvents,
  listTrash,
  listUpcoming,
  materializeForList,
  Upcoming,
} from "./events/list-events.ts";
import { MAX_QUICK_ADD } from "./events/quick-event.ts";
import { findEvent } from "./events/read-events.ts";
import { cancelReminders, scheduleReminders, scheduleSeriesReminders } from "./events/schedule-reminders.ts";
import { changeEvent, insertEvent, restoreEvent, trashEvent } from "./events/write-events.ts";
import { eventDescribed } from "./events.ts";
import {
  CalendarEvent,
  CreatedFrom,
  EventChange,
  NewEvent,
  RecurrenceDates,
  Scope,
  SeriesJoin,
} from "./model.ts";
import { rejoinSeries } from "./series/change-exceptions.ts";
import { joinSeries } from "./series/change-series.ts";
import { conflictReason, readRemoteVersion, resolveConflict } from "./sync/resolve-conflict.ts";

/** The zone whose days an all-day event covers, if its times are not midnights in UTC. */
const timeZone = TimeZone.default("UTC");
const scope = Scope.optional();
const Page = pageOf(CalendarEvent);
const byId = z.strictObject({ id: Id });

export const events = resource("events", {
  list: read({
    summary: "List events by start time, within a range, with words, or both",
    input: ListEvents,
    output: Page,
    access: "user",
    prepare: materializeForList,
    run: listEvents,
  }),
  upcoming: read({
    summary: "List current and upcoming events, soonest first",
    input: Upcoming,
    output: Page,
    access: "user",
    run: listUpcoming,
  }),
  get: read({
    summary: "Get one event",
    input: byId,
    output: CalendarEvent,
    access: "user",
    run: (context, { id }) => findEvent(context, id),
  }),
  trash: read({
    summary: "List the events deleted in the last 30 days, last deleted first",
    input: z.strictObject(pageInput),
    output: Page,
    access: "user",
    run: listTrash,
  }),
  create: write({
    summary: "Create an event; an all-day event covers every day that its times touch",
    input: NewEvent.extend({ timeZone }),
    output: CalendarEvent,
    example: { title: "Weekly review", startTime: "2026-03-01T09:00:00Z", endTime: "2026-03-01T10:00:00Z" },
    access: "user",
    run: async (context, { timeZone, ...fields }) => {
      const { series, event } = await insertEvent(context, fields, timeZone);
      await scheduleReminders(context, series);
      context.undoWith({ capability: "events.delete", input: { id: series.id } });
      if (series.isSeries) announceWideChange(context);
      await schedulePush(context, series.calendarId);
      await publishDescribed(context, { ...series, seriesId: null });
      return event;
    },
  }),
  addQuickly: write({
    summary:
      "Create an event from one line such as 'Lunch with Bob tomorrow 13-14 at Luigi's'; an ambiguous line is rejected with a question",
    input: z.strictObject({
      text: z.string().trim().min(1).max(MAX_QUICK_ADD),
      timeZone: TimeZone,
      answers: z.record(z.string().max(20), z.string().max(40)).default({}),
      createdFrom: CreatedFrom.nullable().default(null),
    }),
    output: CalendarEvent,
    access: "user",
    run: async (context, { text, timeZone, ...more }) => {
      const { series, event } = await createQuickEvent(context, text, timeZone, more);
      await scheduleReminders(context, series);
      context.undoWith({ capability: "events.delete", input: { id: series.id } });
      if (series.isSeries) announceWideChange(context);
      await schedulePush(context, series.calendarId);
      return event;
    },
  }),
  update: write({
    summary:
      "Update the given fields of an event, or of `scope` in a series; an outdated `version` is rejected with the current event; an end that is not after the start keeps the event's length",
    input: EventChange.extend({ id: Id, version: z.int(), timeZone, scope, rdates: RecurrenceDates }),
    output: CalendarEvent,
    access: "user",
    run: async (context, { timeZone, ...change }) => {
      const { after, undo, isWide } = await changeEvent(context, change, timeZone);
      await scheduleReminders(context, after);
      context.undoWith({ capability: `events.${undo.verb}`, input: undo.input });
      if (isWide) announceWideChange(context);
      await schedulePush(context, after.calendarId);
      await publishDescribed(context, after);
      return after;
    },
  }),
  rejoin: write({
    summary: "Discard the changes of one occurrence, so that it follows its series again",
    input: byId,
    output: CalendarEvent,
    access: "user",
    run: async (context, { id }) => {
      const event = await rejoinSeries(context, id);
      await scheduleReminders(context, event);
      announceWideChange(context);
      return event;
    },
  }),
  join: write({
    summary: "Undo the split of a series: it continues with its former rule, and the split part is removed",
    input: SeriesJoin,
    output: CalendarEvent,
    access: "user",
    agents: "hidden",
    run: async (context, input) => {
      const event = await joinSeries(context, input);
      await cancelReminders(context, input.tailId);
      await scheduleReminders(context, event);
      announceWideChange(context);
      return event;
    },
  }),
  delete: destroy({
    summary: "Move an event, or `scope` in a series, to the trash, where it stays for 30 days",
    input: byId.extend({ scope }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id, scope }) => {
      const { calendarId } = await findEvent(context, id);
      const { undo, deletedId, seriesId, isWide } = await trashEvent(context, id, scope);
      await cancelReminders(context, deletedId);
      if (seriesId !== null) await scheduleSeriesReminders(context, seriesId);
      context.undoWith({ capability: `events.${undo.verb}`, input: undo.input });
      if (isWide) announceWideChange(context);
      await schedulePush(context, calendarId);
      return { id };
    },
  }),
  restore: write({
    summary: "Restore an event from the trash",
    input: byId,
    output: CalendarEvent,
    access: "user",
    run: async (context, { id }) => {
      context.undoWith({ capability: "events.delete", input: { id } });
      const event = await restoreEvent(context, id);
      await scheduleReminders(context, event);
      if (event.seriesId !== null || event.rrule !== null) announceWideChange(context);
      await schedulePush(context, event.calendarId);
      return event;
    },
  }),
  remoteVersion: read({
    summary:
      "Get the server's version of an event that was changed on both sides (null if it was deleted there), and why the server rejects yours",
    input: byId,
    output: z.object({
      remote: z
        .object({
          title: z.string(),
          startTime: Instant,
          endTime: Instant,
          isAllDay: z.boolean(),
          location: z.string().nullable(),
          description: z.string().nullable(),
        })
        .nullable(),
      error: z.string().nullable(),
    }),
    access: "user",
    run: async (context, { id }) => ({
      remote: await readRemoteVersion(context, id),
      error: await conflictReason(context, id),
    }),
  }),
  resolve: write({
    summary:
      "Resolve a conflict of an event that was changed here and on its CalDAV server: keep the local or the remote version",
    input: byId.extend({ keep: z.enum(["local", "remote"]) }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id, keep }) => {
      const { calendarId } = await resolveConflict(context, id, keep);
      announceWideChange(context);
      await schedulePush(context, calendarId);
      return { id };
    },
  }),
});

/** Syncs a connected calendar right after a change, without waiting for the next scheduled sync. */
async function schedulePush(context: SignedIn, calendarId: string | null): Promise<void> {
  if (calendarId !== null) await context.enqueue(calendarSync, { calendarId });
}

/** No ids: any of the person's events may have changed. */
const announceWideChange = (context: SignedIn) => context.announce({ resource: "events", ids: [] });

type Described = Pick<CalendarEvent, "id" | "attendees" | "seriesId">;

/**
 * A description that was removed counts as well: what it promised is withdrawn. A change of an occurrence may be one of its
 * series, which has the description.
 */
async function publishDescribed(context: SignedIn, { id, attendees, seriesId }: Described): Promise<void> {
  if (attendees.length === 0) return;
  for (const eventId of seriesId ? [id, seriesId] : [id])
    await context.publish(eventDescribed, { userId: context.actor.userId, eventId });
}
