import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { ListEvents, listEvents, listTrash, listUpcoming, Upcoming } from "./list-events.ts";
import { CalendarEvent, EventChange, NewEvent } from "./model.ts";
import { findEvent } from "./read-events.ts";
import { dropReminders, setReminders } from "./set-reminders.ts";
import { changeEvent, insertEvent, restoreEvent, trashEvent } from "./write-events.ts";

/** Whose days an all-day event covers, where its times are not midnights in UTC. */
const timeZone = TimeZone.default("UTC");
const Page = pageOf(CalendarEvent);
const byId = z.strictObject({ id: Id });

export const events = resource("events", {
  list: read({
    summary: "List events by start time, within a range, with words, or both",
    input: ListEvents,
    output: Page,
    access: "user",
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
      const event = await insertEvent(context, fields, timeZone);
      await setReminders(context, event);
      context.undoWith({ capability: "events.delete", input: { id: event.id } });
      return event;
    },
  }),
  update: write({
    summary:
      "Change the given fields of an event; refused with the current event where `version` is not its latest. An end that is not after the start keeps the event's length",
    input: EventChange.extend({ id: Id, version: z.int(), timeZone }),
    output: CalendarEvent,
    access: "user",
    run: async (context, { timeZone, ...change }) => {
      const { after, undo } = await changeEvent(context, change, timeZone);
      const { id, version } = after;
      await setReminders(context, after);
      context.undoWith({ capability: "events.update", input: { id, version, ...undo } });
      return after;
    },
  }),
  delete: destroy({
    summary: "Move an event to the trash, where it stays for 30 days",
    input: byId,
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      await trashEvent(context, id);
      await dropReminders(context, id);
      context.undoWith({ capability: "events.restore", input: { id } });
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
      return event;
    },
  }),
});
