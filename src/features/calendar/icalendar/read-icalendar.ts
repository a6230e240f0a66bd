import { createHash } from "node:crypto";
import { t } from "#i18n/message.ts";
import { isTimeZone } from "#platform/time/wall-clock.ts";
import { textOf } from "./content-lines.ts";
import { MAX_OBJECT_LENGTH, objectTexts, type ReadComponent } from "./object-texts.ts";
import { type FileEvent, readEvent } from "./read-event.ts";
import { distinctNotes, type FileNote, readJournal } from "./read-journal.ts";
import { type FileTask, readTask } from "./read-task.ts";
import type { ParseContext } from "./read-times.ts";
import { zonesOf } from "./read-zones.ts";
import { type Component, FileError, propertyOf, type SplitFile, splitICalendar } from "./split-icalendar.ts";

export type { FileEvent } from "./read-event.ts";
export type { FileNote } from "./read-journal.ts";
export type { FileTask } from "./read-task.ts";

/** What of a file could not be read as it says, and why. */
export type FileProblem = {
  /** The kind of the component, in upper case. */
  kind: string;
  line: number;
  title: string;
  uid: string;
  reason: string;
  /** False if the component is left out; true if it is read without the part that the reason names. */
  isImported: boolean;
};
export type ReadFile = {
  method: string | null;
  name: string | null;
  events: FileEvent[];
  /** Of answers and cancellations: they only name an event, without its time. */
  references: FileEvent[];
  /** What somebody wrote with a message about an event. */
  comment: string | null;
  tasks: FileTask[];
  notes: FileNote[];
  /** UID → its components as received, if they were asked for. */
  objects: ReadonlyMap<string, string>;
  problems: FileProblem[];
  /** Whether the file ends within a component. */
  isCutOff: boolean;
};
export type CalendarFile = ReadFile | { line: number; problem: string };

const MAX_PROBLEMS = 1000;
/** Components that are no entries of their own. */
const SILENT = new Set(["VTIMEZONE", "VALARM", "DAYLIGHT", "STANDARD"]);
/** Methods whose events only name one that the receiver knows (RFC 5546, 3.2.3 and 3.2.5). */
const NAMING_METHODS = new Set(["REPLY", "CANCEL", "REFRESH", "DECLINECOUNTER"]);

const COMMENTED_METHODS = new Set(["REPLY", "COUNTER", "DECLINECOUNTER"]);

/**
 * Parses a calendar (RFC 5545, vCalendar 1.0): every component that can be read, and for the others the reason. `zone`
 * is for times that name none.
 */
export function readICalendar({ text, zone, includesObjects = false }: Reading): CalendarFile {
  try {
    const split = splitICalendar(text);
    const read: ReadComponent[] = [];
    const file = readComponents(split, zone, read);
    return includesObjects ? withObjects(file, text, split, read) : file;
  } catch (error) {
    if (error instanceof FileError) return { line: error.line, problem: error.message };
    throw error;
  }
}

type Reading = { text: string; zone: string; includesObjects?: boolean };

function withObjects(
  file: ReadFile,
  text: string,
  split: SplitFile,
  read: readonly ReadComponent[],
): ReadFile {
  const { texts, tooLarge } = objectTexts(text, split, read);
  const problems = tooLarge.map(({ component, event: { title, uid } }) => ({
    ...{ kind: component.kind, line: component.line, title, uid, isImported: true },
    reason: `It is larger than ${MAX_OBJECT_LENGTH / 1000} KB: what Adjutant has no field for is not kept`,
  }));
  return { ...file, objects: texts, problems: [...file.problems, ...problems].slice(0, MAX_PROBLEMS) };
}

function readComponents(
  { components, header, isCutOff }: SplitFile,
  personZone: string,
  read: ReadComponent[],
): ReadFile {
  const method = header.get("METHOD")?.toUpperCase() || null;
  const stated = header.get("X-WR-TIMEZONE") ?? "";
  const file: ReadFile = {
    ...{ method, name: textOf(header.get("X-WR-CALNAME") ?? header.get("NAME") ?? "", 200) },
    ...{ events: [], references: [], comment: null, tasks: [], notes: [], objects: new Map() },
    ...{ problems: [], isCutOff },
  };
  const zones = zonesOf(components);
  const zone = stated !== "" && isTimeZone(stated) ? stated : personZone;
  for (const component of components) {
    if (SILENT.has(component.kind)) continue;
    const uid = uidOf(component);
    const note = (line: number, reason: string, isImported: boolean) => {
      if (file.problems.length >= MAX_PROBLEMS) return;
      const { kind } = component;
      file.problems.push({ kind, line, title: titleOf(component), uid, reason, isImported });
    };
    const warn = (line: number, reason: string) => note(line, reason, true);
    const isStartOptional = NAMING_METHODS.has(component.method ?? method ?? "");
    try {
      readComponent(file, component, uid, { zones, zone, isStartOptional, warn });
      if (COMMENTED_METHODS.has(method ?? ""))
        file.comment ??= textOf(propertyOf(component, "COMMENT")?.value ?? "", 1000);
      const event = component.kind === "VEVENT" ? file.events.at(-1) : undefined;
      if (event) read.push({ component, event });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      note(error.line, error.message, false);
    }
  }
  return { ...file, notes: distinctNotes(file.notes) };
}

function readComponent(file: ReadFile, component: Component, uid: string, context: ParseContext): void {
  const { kind, line } = component;
  if (kind === "VEVENT") readEventOrReference(file, component, uid, context);
  else if (kind === "VTODO") file.tasks.push(readTask(component, uid, context));
  else if (kind === "VJOURNAL") file.notes.push(readJournal(component, uid, context));
  else if (kind === "VFREEBUSY") throw new FileError(line, t`Free and busy times are not an event`);
  else throw new FileError(line, t`A part of the kind ${kind.slice(0, 40)} is not an event, task or note`);
}

function readEventOrReference(
  file: ReadFile,
  component: Component,
  uid: string,
  context: ParseContext,
): void {
  const isReference = context.isStartOptional && propertyOf(component, "DTSTART") === undefined;
  (isReference ? file.references : file.events).push(readEvent(component, uid, context));
  if (isReference) throw new FileError(component.line, t`It only answers or cancels an event`);
}

/** A component without a UID gets one of its content: the same file read again has the same events. */
function uidOf(component: Component): string {
  const uid = textOf(propertyOf(component, "UID")?.value ?? "", 1000);
  if (uid) return uid;
  const hash = createHash("sha256");
  for (const { name, value } of component.properties)
    if (name !== "DTSTAMP") hash.update(`${name}:${value}\n`);
  return `${hash.digest("hex").slice(0, 32)}@made-here`;
}

/** One without a title is named by its first words. */
const titleOf = (component: Component) => {
  const text = (name: string, length: number) => textOf(propertyOf(component, name)?.value ?? "", length);
  return text("SUMMARY", 200) ?? text("DESCRIPTION", 100)?.split("\n", 1)[0] ?? "";
};
