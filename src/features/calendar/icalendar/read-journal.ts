import { t } from "#i18n/message.ts";
import { formatFullDate, formatMomentAndZone } from "#platform/time/format-in-zone.ts";
import { textOf } from "./content-lines.ts";
import { categoriesOf } from "./read-task.ts";
import { type Moment, momentOf, type ParseContext } from "./read-times.ts";
import { type Component, FileError, propertiesOf, propertyOf } from "./split-icalendar.ts";

/** One parsed VJOURNAL; the date in milliseconds, and as it is written for people. */
export type FileNote = {
  uid: string;
  line: number;
  title: string;
  text: string;
  date: { at: number; words: string } | null;
  tags: string[];
};

/** The file itself has 5 MB at most. */
const MAX_TEXT = 5_000_000;

/** A note of the file. RFC 5545 allows several texts; each is a paragraph. */
export function readJournal(component: Component, uid: string, context: ParseContext): FileNote {
  const { line } = component;
  if (context.isStartOptional) throw new FileError(line, t`It only cancels a note`);
  const summary = textOf(propertyOf(component, "SUMMARY")?.value ?? "", 300);
  const texts = propertiesOf(component, "DESCRIPTION").flatMap(({ value }) => textOf(value, MAX_TEXT) ?? []);
  const date = dateOf(component, context);
  const fallback = date ? `Note of ${date.words}` : "(No title)";
  const firstLine = texts[0]?.split("\n", 1)[0]?.slice(0, 100);
  const occurrence = textOf(propertyOf(component, "RECURRENCE-ID")?.value ?? "", 40);
  for (const [name, reason] of LEFT_OUT) {
    const property = propertyOf(component, name);
    if (property) context.warn(property.number, reason);
  }
  return {
    ...{ uid: occurrence ? `${uid} ${occurrence}` : uid, line, date },
    title: (summary ?? firstLine ?? fallback).replaceAll(/\s+/g, " ").trim(),
    text: texts.length > 0 ? texts.join("\n\n") : (summary ?? fallback),
    tags: tagsOf(component),
  };
}

const LEFT_OUT = [
  ["RRULE", "A note does not repeat: only its first date is used"],
  ["RDATE", "A note does not repeat: only its first date is used"],
  ["ATTACH", "Attachments of a note are not imported"],
] as const;

function dateOf(component: Component, context: ParseContext): FileNote["date"] {
  const line = propertyOf(component, "DTSTART");
  if (!line) return null;
  try {
    const moment = momentOf(line, context);
    return { at: moment.at, words: wordsOf(moment, context.zone) };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    context.warn(error.line, `${error.message}; the note has no date`);
    return null;
  }
}

/** Many programs write every time in UTC: people read it in their own zone. */
function wordsOf({ at, isAllDay, zone }: Moment, ownZone: string): string {
  if (isAllDay) return formatFullDate(new Date(at), "UTC");
  return formatMomentAndZone(new Date(at), zone === "UTC" ? ownZone : zone);
}

/** A document is its owner's alone until they share it; the tag shows them what the file says about that. */
function tagsOf(component: Component): string[] {
  const tags = categoriesOf(component);
  const secrecy = propertyOf(component, "CLASS")?.value.trim().toLowerCase();
  const isSecret = secrecy === "private" || secrecy === "confidential";
  return isSecret && !tags.includes(secrecy) ? [...tags.slice(0, 49), secrecy] : tags;
}

/** Each once: the same note written twice is the later one. */
export const distinctNotes = (notes: readonly FileNote[]): FileNote[] => [
  ...new Map(notes.map((note) => [note.uid, note])).values(),
];
