import type { Person } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import { calendarFiles } from "../calendar-files.ts";
import type { EventOnWire } from "../model.ts";
import { sortedLines } from "./rich-event.factory.ts";

// Files that a person imports, changes and exports.

type Imported = { calendarId: string | null; added: number; skipped: number; problems: { reason: string }[] };

export const importInto = (person: Person, text: string, target: object = { newCalendar: "File" }) =>
  person.invoke(calendarFiles.import, { text, ...target }) as Promise<Imported>;
export const exportOf = async (person: Person, calendarId: string | null) =>
  ((await person.invoke(calendarFiles.export, { calendarId })) as { text: string }).text;
/** Without what is the calendar's: its program and its name. */
export const linesOf = (text: string) =>
  sortedLines(text).filter((line) => !/^(?:PRODID|CALSCALE|NAME|X-WR-CALNAME):/.test(line));
export const find = async (person: Person, text: string) =>
  ((await person.invoke(events.list, { text })) as { items: EventOnWire[] }).items[0];

export async function change(person: Person, text: string, fields: object): Promise<void> {
  const found = await find(person, text);
  await person.invoke(events.update, { id: found?.id, version: found?.version, ...fields });
}
