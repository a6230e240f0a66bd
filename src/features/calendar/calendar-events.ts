import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { addQuickly } from "./add-quickly.ts";
import { calendarSync } from "./calendar-sync.ts";
import { joinSeries, rejoinSeries } from "./change-series.ts";
import { ListEvents, listEvents, listTrash, listUpcoming, reachForList, Upcoming } from "./list-events.ts";
import { CalendarEvent, EventChange, MadeFrom, NewEvent, Scope } from "./model.ts";
import { MAX_QUICK_ADD } from "./quick-add.ts";
import { findEvent } from "./read-events.ts";
import { faultOf, readTheirs, resolveConflict } from "./resolve-conflict.ts";
import { dropReminders, setReminders, setSeriesReminders } from "./set-reminders.ts";
import { changeEvent, insertEvent, restoreEvent, trashEvent } from "./write-events.ts";

/** Whose days an all-day event covers, where its times are not midnights in UTC. */
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
    prepare: reachForList,
    run: listEvents,
  }),
  upcoming: read({
    summary: "List the events that go on now or come, soonest first",
    input: Upcoming,
    output: Page,
    access: "user",
    run: listUpcoming,
  }),
  get: read({
    summary: "Read one event",
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
    summary: "Create an event; an all-day event covers the days that its times touch",
    input: NewEvent.extend({ timeZone }),
    output: CalendarEvent,
    access: "user",
    run: async (context, { timeZone, ...fields }) => {
      const { series, shown } = await insertEvent(context, fields, timeZone);
      await setReminders(context, series);
      context.undoWith({ capability: "events.delete", input: { id: series.id } });
      if (series.isSeries) tellOfMany(context);
      await pushSoon(context, series.calendarId);
      return shown;
    },
  }),
  addQuickly: write({
    summary:
      "Create an event from one line such as 'Lunch with Bob tomorrow 13-14 at Luigi's'; refused with the question where it can be read in two ways",
    input: z.strictObject({
      text: z.string().trim().min(1).max(MAX_QUICK_ADD),
      timeZone: TimeZone,
      answers: z.record(z.string().max(20), z.string().max(40)).default({}),
      madeFrom: MadeFrom.nullable().default(null),
    }),
    output: CalendarEvent,
    access: "user",
    run: async (context, { text, timeZone, ...more }) => {
      const { series, shown } = await addQuickly(context, text, timeZone, more);
      await setReminders(context, series);
      context.undoWith({ capability: "events.delete", input: { id: series.id } });
      if (series.isSeries) tellOfMany(context);
      await pushSoon(context, series.calendarId);
      return shown;
    },
  }),
  update: write({
    summary:
      "Change the given fields of an event, or of `scope` in a series; refused with the current event where `version` is not its latest. An end that is not after the start keeps the event's length",
    input: EventChange.extend({ id: Id, version: z.int(), timeZone, scope }),
    output: CalendarEvent,
    access: "user",
    run: async (context, { timeZone, ...change }) => {
      const { after, undo, isWide } = await changeEvent(context, change, timeZone);
      await setReminders(context, after);
      context.undoWith({ capability: `events.${undo.verb}`, input: undo.input });
      if (isWide) tellOfMany(context);
      await pushSoon(context, after.calendarId);
      return after;
    },
  }),
  rejoin: write({
    summary: "Give up what was changed in one occurrence: it is again as the rule of its series makes it",
    input: byId,
    output: CalendarEvent,
    access: "user",
    run: async (context, { id }) => {
      const event = await rejoinSeries(context, id);
      await setReminders(context, event);
      tellOfMany(context);
      return event;
    },
  }),
  join: write({
    summary:
      "Take back that a series was split: it goes on with its former rule, and the split off part goes",
    input: z.strictObject({ id: Id, tailId: Id, rrule: z.string().max(500).nullable() }),
    output: CalendarEvent,
    access: "user",
    agents: "hidden",
    run: async (context, input) => {
      const event = await joinSeries(context, input);
      await dropReminders(context, input.tailId);
      await setReminders(context, event);
      tellOfMany(context);
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
      const { undo, gone, seriesId, isWide } = await trashEvent(context, id, scope);
      await dropReminders(context, gone);
      if (seriesId !== null) await setSeriesReminders(context, seriesId);
      context.undoWith({ capability: `events.${undo.verb}`, input: undo.input });
      if (isWide) tellOfMany(context);
      await pushSoon(context, calendarId);
      return { id };
    },
  }),
  restore: write({
    summary: "Bring an event back from the trash",
    input: byId,
    output: CalendarEvent,
    access: "user",
    run: async (context, { id }) => {
      context.undoWith({ capability: "events.delete", input: { id } });
      const event = await restoreEvent(context, id);
      await setReminders(context, event);
      if (event.seriesId !== null || event.rrule !== null) tellOfMany(context);
      await pushSoon(context, event.calendarId);
      return event;
    },
  }),
  theirs: read({
    summary:
      "Read how an event stands on its server where it was changed here and there, null where it is gone there, and why it is not taken there",
    input: byId,
    output: z.object({
      theirs: z
        .object({
          title: z.string(),
          startTime: Instant,
          endTime: Instant,
          isAllDay: z.boolean(),
          location: z.string().nullable(),
          description: z.string().nullable(),
        })
        .nullable(),
      fault: z.string().nullable(),
    }),
    access: "user",
    run: async (context, { id }) => ({
      theirs: await readTheirs(context, id),
      fault: await faultOf(context, id),
    }),
  }),
  resolve: write({
    summary: "Decide about an event that was changed here and on its CalDAV server: keep mine, or theirs",
    input: byId.extend({ keep: z.enum(["mine", "theirs"]) }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id, keep }) => {
      const { calendarId } = await resolveConflict(context, id, keep);
      tellOfMany(context);
      await pushSoon(context, calendarId);
      return { id };
    },
  }),
});

/** What changed in a calendar of a CalDAV server goes there at once, and not only when its time has come. */
async function pushSoon(context: SignedIn, calendarId: string | null): Promise<void> {
  if (calendarId !== null) await context.enqueue(calendarSync, { calendarId });
}

/** None named: any event of the person may be another now. */
const tellOfMany = (context: SignedIn) => context.announce({ resource: "events", ids: [] });
