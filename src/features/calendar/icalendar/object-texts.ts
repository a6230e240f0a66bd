import { type ContentLine, continueProperty, folded, startProperty } from "./content-lines.ts";
import type { FileEvent } from "./read-event.ts";
import { type Component, propertyOf, type SplitFile } from "./split-icalendar.ts";

/** An event of a file and the component that it was read from. */
export type ReadComponent = { event: FileEvent; component: Component };
/** UID → its components as a calendar object of their own (RFC 4791, 4.1); those of `tooLarge` have none. */
type ObjectTexts = { texts: Map<string, string>; tooLarge: ReadComponent[] };

/** Of one event with its exceptions, and of all events of a file, in characters. */
export const MAX_OBJECT_LENGTH = 256_000;
const MAX_TEXTS_LENGTH = 20_000_000;

/** What Adjutant has no field for is kept with the event in this text, for the events of a file as for synced ones. */
export function objectTexts(text: string, file: SplitFile, read: readonly ReadComponent[]): ObjectTexts {
  const found: ObjectTexts = { texts: new Map(), tooLarge: [] };
  // vCalendar 1.0 has another grammar, which would be wrong in an object of version 2.0.
  if (file.header.get("VERSION") === "1.0") return found;
  const lines = linesOf(text);
  const zones = new Map(
    file.components.flatMap((one) =>
      one.kind === "VTIMEZONE" ? [[propertyOf(one, "TZID")?.value ?? "", componentLines(one, lines)]] : [],
    ),
  );
  let room = MAX_TEXTS_LENGTH;
  for (const [uid, members] of membersByUid(read)) {
    const components = members.map(({ component }) => component);
    if (components.some(isQuotedPrintable)) continue;
    const used = new Set(components.flatMap(zoneNamesOf));
    const written = [
      ...[
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        `PRODID:${file.header.get("PRODID") || "-//Adjutant//Calendar//EN"}`,
      ],
      ...[...used].flatMap((name) => zones.get(name) ?? []),
      ...components.flatMap((component) => componentLines(component, lines, uid)),
      ...["END:VCALENDAR", ""],
    ].join("\r\n");
    const [first] = members;
    if (written.length <= Math.min(MAX_OBJECT_LENGTH, room)) {
      found.texts.set(uid, written);
      room -= written.length;
    } else if (first) found.tooLarge.push(first);
  }
  return found;
}

export const linesOf = (text: string) => text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);

/** The last component of each occurrence, as the events are stored. */
function membersByUid(read: readonly ReadComponent[]): Map<string, ReadComponent[]> {
  const byUid = new Map<string, Map<number | null, ReadComponent>>();
  for (const one of read) {
    const members = byUid.get(one.event.uid) ?? new Map<number | null, ReadComponent>();
    byUid.set(one.event.uid, members.set(one.event.recurrenceId, one));
  }
  return new Map([...byUid].map(([uid, members]) => [uid, [...members.values()]]));
}

const isQuotedPrintable = ({ properties, children }: Component): boolean =>
  properties.some(({ parameters }) => parameters.get("ENCODING")?.toUpperCase() === "QUOTED-PRINTABLE") ||
  children.some(isQuotedPrintable);

export const zoneNamesOf = ({ properties, children }: Component): string[] => [
  ...properties.flatMap(({ parameters }) => parameters.get("TZID") ?? []),
  ...children.flatMap(zoneNamesOf),
];

/** The lines of the component; `uid` for one that has none. */
function componentLines(component: Component, lines: readonly string[], uid?: string): string[] {
  const { kind, properties, children } = component;
  const parts = [
    ...properties.map((line) => ({ at: line.number, written: propertyLines(line, lines) })),
    ...children.map((child) => ({ at: child.line, written: componentLines(child, lines) })),
  ].sort((one, other) => one.at - other.at);
  const hasUid = uid === undefined || propertyOf(component, "UID") !== undefined;
  return [
    `BEGIN:${kind}`,
    ...(hasUid ? [] : folded(`UID:${uid}`).split("\r\n")),
    ...parts.flatMap(({ written }) => written),
    `END:${kind}`,
  ];
}

const DATES = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?=:\d{8}(?:,\d{8})*\s*$)/i;

/** As in the file, unless other programs would not read it: a text that goes on without its fold, a date without type. */
function propertyLines({ number, lastNumber }: ContentLine, lines: readonly string[]): string[] {
  const raw = lines
    .slice(number - 1, lastNumber)
    .map(cleaned)
    .filter((line) => line.trim() !== "");
  const [first = "", ...others] = raw;
  if (others.length === 0) return [first.replace(DATES, "$&;VALUE=DATE")];
  if (others.every((line) => /^[ \t]/.test(line))) return raw;
  const property = startProperty(first, number);
  for (const line of others) continueProperty(property, line, number);
  return folded(property.text).split("\r\n");
}

/** Without control characters, which neither other programs nor the database take. */
const cleaned = (line: string) => line.replaceAll(/[\p{Cc}--[\t]]/gv, "").toWellFormed();
