import { z } from "zod";
import { setImportedTasks } from "#features/tasks/public/import-tasks.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { calendarSync } from "./calendar-sync.ts";
import { calendars } from "./calendars.ts";
import { exportFile } from "./icalendar/export-icalendar.ts";
import { importFile, MAX_FILE_LENGTH, previewFile, setImportedEvents } from "./icalendar/import-icalendar.ts";
import { setImportedNotes } from "./icalendar/import-notes.ts";

const text = z.string().max(MAX_FILE_LENGTH);
const calendarId = Id.nullable().default(null);

/** Components that are left out, or imported without a part, with the line of the file and the reason. */
const Problem = z.object({
  line: z.int(),
  title: z.string(),
  reason: z.string(),
  isImported: z.boolean(),
});
const problems = {
  /** Components that are left out. */
  skipped: z.int(),
  problems: z.array(Problem),
  /** True if the file ends in the middle of a component. */
  isCutOff: z.boolean(),
};

const MAX_RECORDS = 20_000;
/** What an import created; the calendar is given if it was made for it, and its events belong to it. */
const ImportedRecords = z.strictObject({
  calendarId: Id.nullable(),
  eventIds: z.array(Id).max(MAX_RECORDS),
  taskIds: z.array(Id).max(MAX_RECORDS),
  /** Absent in the undo of imports from before there were notes. */
  noteIds: z.array(Id).max(MAX_RECORDS).default([]),
});
type ImportedRecords = z.output<typeof ImportedRecords>;

export const calendarFiles = resource("calendarFiles", {
  preview: read({
    summary:
      "Preview the import of an iCalendar file: its events, tasks and notes, what would be created, and which entries have errors",
    input: z.strictObject({ text, calendarId }),
    output: z.object({
      name: z.string().nullable(),
      events: z.int(),
      series: z.int(),
      existing: z.int(),
      tasks: z.int(),
      /** They become text documents. */
      notes: z.int(),
      ...problems,
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
    summary:
      "Import the events, tasks and notes of an iCalendar file, and list entries with errors; entries imported before are skipped",
    input: z.strictObject({
      text,
      calendarId,
      /** Creates a calendar with this name for the events. */
      newCalendar: z.string().trim().min(1).max(200).nullable().default(null),
    }),
    output: z.object({
      calendarId: Id.nullable(),
      added: z.int(),
      existing: z.int(),
      tasks: z.int(),
      /** They become text documents. */
      notes: z.int(),
      ...problems,
      /** For `calendarFiles.removeImport`. */
      records: ImportedRecords,
    }),
    access: "user",
    invalidates: ["events", "calendars", "tasks", "documents"],
    run: async (context, input) => {
      const imported = await importFile(context, input);
      context.undoWith({ capability: "calendarFiles.removeImport", input: imported.records });
      if (imported.calendarId !== null)
        await context.enqueue(calendarSync, { calendarId: imported.calendarId });
      return imported;
    },
  }),
  removeImport: destroy({
    summary: "Undo an import: everything it created is moved to the trash",
    input: ImportedRecords,
    output: ImportedRecords,
    access: "user",
    agents: "hidden",
    invalidates: ["events", "calendars", "tasks", "documents"],
    run: (context, records) => setImported(context, records, false),
  }),
  restoreImport: write({
    summary: "Restore what undoing an import moved to the trash",
    input: ImportedRecords,
    output: ImportedRecords,
    access: "user",
    agents: "hidden",
    invalidates: ["events", "calendars", "tasks", "documents"],
    run: (context, records) => setImported(context, records, true),
  }),
  export: read({
    summary: "Export one event, the events of a range or of one calendar, or all as an iCalendar file",
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

async function setImported(
  context: SignedIn,
  { calendarId: id, eventIds, taskIds, noteIds }: ImportedRecords,
  isImported: boolean,
): Promise<ImportedRecords> {
  if (id !== null) await (isImported ? calendars.restore : calendars.delete)(context, { id });
  const changed = await setImportedEvents(context, eventIds, isImported);
  await setImportedTasks(context, taskIds, isImported);
  await setImportedNotes(context, noteIds, isImported);
  const records = { calendarId: id, eventIds: changed, taskIds, noteIds };
  const capability = isImported ? "calendarFiles.removeImport" : "calendarFiles.restoreImport";
  context.undoWith({ capability, input: records });
  return records;
}
