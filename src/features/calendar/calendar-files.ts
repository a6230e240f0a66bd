import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { exportFile, importFile, MAX_FILE_LENGTH, previewFile } from "./icalendar/import-icalendar.ts";

const text = z.string().max(MAX_FILE_LENGTH);
const calendarId = Id.nullable().default(null);

export const calendarFiles = resource("calendarFiles", {
  preview: read({
    summary:
      "Preview an iCalendar file: its events and what importing it would do, or the line with the error",
    input: z.strictObject({ text, calendarId }),
    output: z.object({
      name: z.string().nullable(),
      events: z.int(),
      series: z.int(),
      existing: z.int(),
      from: Instant.nullable(),
      to: Instant.nullable(),
      first: z.array(
        z.object({
          title: z.string(),
          startTime: Instant,
          endTime: Instant,
          isAllDay: z.boolean(),
          location: z.string().nullable(),
          rrule: z.string().nullable(),
        }),
      ),
    }),
    access: "user",
    run: (context, input) => previewFile(context, input.text, input.calendarId),
  }),
  import: write({
    summary: "Import all events of an iCalendar file, or none if it has an error; existing events stay",
    input: z.strictObject({
      text,
      calendarId,
      /** Creates a calendar with this name for the events. */
      newCalendar: z.string().trim().min(1).max(200).nullable().default(null),
    }),
    output: z.object({ calendarId: Id.nullable(), added: z.int(), existing: z.int() }),
    access: "user",
    invalidates: ["events", "calendars"],
    run: async (context, input) => {
      const imported = await importFile(context, input);
      if (input.newCalendar !== null && imported.calendarId !== null)
        context.undoWith({ capability: "calendars.delete", input: { id: imported.calendarId } });
      return imported;
    },
  }),
  export: read({
    summary: "Write one event, those in a range, of one calendar, or all as an iCalendar file",
    input: z.strictObject({
      eventId: Id.optional(),
      calendarId: Id.nullable().optional(),
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    output: z.object({ fileName: z.string(), text: z.string() }),
    access: "user",
    run: (context, { eventId, ...range }) => exportFile(context, { id: eventId, ...range }),
  }),
});
