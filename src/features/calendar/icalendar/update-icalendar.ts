import { isDeepStrictEqual } from "node:util";
import { type ContentLine, folded, splitOutsideQuotes } from "./content-lines.ts";
import { type FileEvent, linkLineOf, minutesBeforeOf, readEvent } from "./read-event.ts";
import type { ParseContext } from "./read-times.ts";
import { zonesOf } from "./read-zones.ts";
import {
  type Component,
  FileError,
  propertiesOf,
  propertyOf,
  type SplitFile,
  splitICalendar,
} from "./split-icalendar.ts";

/** A calendar text by its lines, and its events by the occurrence that they replace. */
type Side = { lines: string[]; file: SplitFile; events: Map<number | null, Known>; unread: Component[] };
type Known = { component: Component; event: FileEvent };

/**
 * Writes the changes of `fresh` into `stored`, a calendar object as received: a property is written only if its meaning
 * differs, and everything that we do not know stays as it is (RFC 4791, 5.3.2). `isNew` if no server has the object yet:
 * it gets what other programs require. Null if `stored` cannot be read.
 */
export function updateICalendar({
  stored,
  fresh,
  zone,
  isNew = false,
}: {
  stored: string;
  fresh: string;
  zone: string;
  isNew?: boolean;
}): string | null {
  try {
    const update = new Update(sideOf(stored, zone), sideOf(fresh, zone), stored);
    if (isNew) update.complete();
    return update.text();
  } catch (error) {
    if (error instanceof FileError) return null;
    throw error;
  }
}

function sideOf(text: string, zone: string): Side {
  const file = splitICalendar(text);
  const context: ParseContext = {
    zones: zonesOf(file.components),
    zone,
    isStartOptional: false,
    warn: () => undefined,
  };
  const side: Side = { lines: text.split(/\r\n|\n|\r/), file, events: new Map(), unread: [] };
  for (const component of file.components.filter(({ kind }) => kind === "VEVENT"))
    try {
      const event = readEvent(component, propertyOf(component, "UID")?.value ?? "", context);
      side.events.set(event.recurrenceId, { component, event });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      side.unread.push(component);
    }
  return side;
}

class Update {
  private readonly stored: Side;
  private readonly fresh: Side;
  private readonly source: string;
  private readonly removed = new Set<number>();
  private readonly inserted = new Map<number, string[]>();
  /** The names of the zones that the object defines. */
  private readonly zones: Set<string>;

  constructor(stored: Side, fresh: Side, source: string) {
    this.zones = new Set(zonesIn(stored.file).map(idOf));
    this.stored = stored;
    this.fresh = fresh;
    this.source = source;
  }

  /** The UID of the event, which another one has if its series was split, a stamp, and all zones that it names. */
  complete(): void {
    for (const [key, known] of this.stored.events) {
      const now = this.fresh.events.get(key);
      if (!now) continue;
      if (known.event.uid !== now.event.uid) this.replace(known, now, "UID");
      if (propertyOf(known.component, "DTSTAMP") === undefined) this.replace(known, now, "DTSTAMP");
    }
    this.addZones(this.stored.lines);
  }

  text(): string {
    const hasMaster = this.stored.events.has(null);
    for (const [key, known] of this.stored.events) {
      const now = this.fresh.events.get(key);
      if (now) this.updateEvent(known, now);
      // Occurrences without their series are events of their own: the others of the object stay.
      else if (hasMaster) this.remove(known.component.line, known.component.lastLine);
    }
    const added = [...this.fresh.events].filter(([key]) => !this.stored.events.has(key));
    const last = this.stored.file.components.at(-1)?.lastLine ?? 1;
    for (const [, { component }] of added)
      this.insert(last + 1, this.freshLines(component.line, component.lastLine));
    this.addZones([...this.inserted.values()].flat());
    const newline = this.source.includes("\r\n") ? "\r\n" : "\n";
    return this.stored.lines
      .flatMap((line, index) => [
        ...(this.inserted.get(index + 1) ?? []),
        ...(this.removed.has(index + 1) ? [] : [line]),
      ])
      .join(newline);
  }

  private updateEvent(before: Known, now: Known): void {
    const size = this.removed.size + this.inserted.size;
    const [old, event] = [before.event, now.event];
    if (old.title !== event.title) this.replace(before, now, "SUMMARY");
    // A second form of the same text, or the place of another address, would contradict the change.
    if (old.description !== event.description) this.replace(before, now, "DESCRIPTION", "X-ALT-DESC");
    if (old.location !== event.location)
      this.replace(before, now, "LOCATION", "GEO", "X-APPLE-STRUCTURED-LOCATION");
    if (old.meetingLink !== event.meetingLink) this.replaceLink(before, now);
    if (old.category !== event.category) this.replaceCategory(before, now);
    this.updateTimes(before, now);
    if (old.status !== event.status) this.replace(before, now, "STATUS");
    if (old.transparency !== event.transparency) this.replace(before, now, "TRANSP");
    if (old.visibility !== event.visibility) this.replace(before, now, "CLASS");
    if (old.organizer !== event.organizer) this.replace(before, now, "ORGANIZER");
    this.updateAttendees(before, now);
    this.updateAlarms(before, now);
    if (this.removed.size + this.inserted.size > size)
      for (const name of ["SEQUENCE", "DTSTAMP", "LAST-MODIFIED"]) this.replace(before, now, name);
  }

  private updateTimes(before: Known, now: Known): void {
    const [old, event] = [before.event, now.event];
    const isRecurring = event.rrule !== null || event.rdates.length > 0;
    const isMoved =
      old.start !== event.start ||
      old.isAllDay !== event.isAllDay ||
      (isRecurring && old.zone !== event.zone);
    if (isMoved) this.replace(before, now, "DTSTART");
    const isLonger = old.end - old.start !== event.end - event.start || old.isAllDay !== event.isAllDay;
    const hasEnd = propertyOf(before.component, "DTEND") !== undefined;
    if (isLonger || (hasEnd && isMoved)) this.replace(before, now, "DTEND", "DURATION");
    if (old.rrule !== event.rrule) this.replace(before, now, "RRULE");
    for (const [name, field] of [
      ["RDATE", "rdates"],
      ["EXDATE", "exdates"],
    ] as const)
      if (!isDeepStrictEqual(old[field].toSorted(), event[field].toSorted())) this.replace(before, now, name);
  }

  /** The property in its place, or after the others; those in `also` are removed with it. */
  private replace(before: Known, now: Known, name: string, ...also: string[]): void {
    const old = propertiesOf(before.component, name);
    const fresh = propertiesOf(now.component, name).flatMap((line) => this.inStoredZone(before, line));
    this.insert(old[0]?.number ?? this.endOfProperties(before.component), fresh);
    const gone = [...old, ...also.flatMap((other) => propertiesOf(before.component, other))];
    for (const line of gone) this.remove(line.number, line.lastNumber);
  }

  /** The zone keeps the name that it has in the stored object, so that its VTIMEZONE is used. */
  private inStoredZone(before: Known, line: ContentLine): string[] {
    const tzid = line.parameters.get("TZID");
    const known = propertyOf(before.component, "DTSTART")?.parameters.get("TZID");
    const lines = this.freshLines(line.number, line.lastNumber);
    if (tzid === undefined || known === undefined || known === tzid || before.event.zone !== tzid)
      return lines;
    const name = /[:;,]/.test(known) ? `"${known}"` : known;
    return folded(unfolded(lines).replace(`;TZID=${tzid}:`, `;TZID=${name}:`)).split("\r\n");
  }

  private replaceLink(before: Known, now: Known): void {
    const old = linkLineOf(before.component);
    const fresh = linkLineOf(now.component);
    const lines = fresh ? this.freshLines(fresh.number, fresh.lastNumber) : [];
    this.insert(old?.number ?? this.endOfProperties(before.component), lines);
    if (old) this.remove(old.number, old.lastNumber);
  }

  /** We know the first category; the others stay. */
  private replaceCategory(before: Known, now: Known): void {
    const [old] = propertiesOf(before.component, "CATEGORIES");
    const [, ...others] = old ? splitOutsideQuotes(old.value, ",") : [];
    const values = [propertyOf(now.component, "CATEGORIES")?.value ?? "", ...others].filter(Boolean);
    const lines = values.length > 0 ? folded(`CATEGORIES:${values.join(",")}`).split("\r\n") : [];
    this.insert(old?.number ?? this.endOfProperties(before.component), lines);
    if (old) this.remove(old.number, old.lastNumber);
  }

  /** An attendee who answered has another PARTSTAT; all other parameters stay. */
  private updateAttendees(before: Known, now: Known): void {
    const known = new Map(before.event.participants.map((one) => [one.address, one]));
    const wanted = new Map(now.event.participants.map((one) => [one.address, one]));
    for (const line of propertiesOf(before.component, "ATTENDEE")) {
      const address = addressIn(line);
      const [was, is] = [known.get(address), wanted.get(address)];
      if (!was) continue;
      if (!is) this.remove(line.number, line.lastNumber);
      else if (was.status !== is.status || was.role !== is.role) {
        const fresh = propertiesOf(now.component, "ATTENDEE").find((one) => addressIn(one) === address);
        const changed = [
          ...(was.status === is.status ? [] : ["PARTSTAT"]),
          ...(was.role === is.role ? [] : ["ROLE"]),
        ];
        const written = changed.reduce(
          (text, name) => withParameter(text, name, fresh?.parameters.get(name) ?? ""),
          unfolded(this.stored.lines.slice(line.number - 1, line.lastNumber)),
        );
        this.insert(line.number, folded(written).split("\r\n"));
        this.remove(line.number, line.lastNumber);
      }
    }
    for (const line of propertiesOf(now.component, "ATTENDEE"))
      if (!known.has(addressIn(line)))
        this.insert(this.endOfProperties(before.component), this.freshLines(line.number, line.lastNumber));
  }

  private updateAlarms(before: Known, now: Known): void {
    const [old, wanted] = [new Set(before.event.minutesBefore), new Set(now.event.minutesBefore)];
    for (const alarm of before.component.children) {
      const minutes = minutesBeforeOf(alarm);
      if (minutes !== null && old.has(minutes) && !wanted.has(minutes))
        this.remove(alarm.line, alarm.lastLine);
    }
    for (const alarm of now.component.children) {
      const minutes = minutesBeforeOf(alarm);
      if (minutes !== null && !old.has(minutes))
        this.insert(before.component.lastLine, this.freshLines(alarm.line, alarm.lastLine));
    }
  }

  /** The definitions of zones that the lines name and the stored object lacks. */
  private addZones(lines: readonly string[]): void {
    const written = unfolded(lines);
    const first = this.stored.file.components[0]?.line ?? 1;
    for (const zone of zonesIn(this.fresh.file))
      if (!this.zones.has(idOf(zone)) && written.includes(`;TZID=${idOf(zone)}:`)) {
        this.zones.add(idOf(zone));
        this.insert(first, this.freshLines(zone.line, zone.lastLine));
      }
  }

  private freshLines = (first: number, last: number) => this.fresh.lines.slice(first - 1, last);
  /** Where the inner components begin, or the end of the component. */
  private endOfProperties = ({ children, lastLine }: Component) => children[0]?.line ?? lastLine;

  private insert(number: number, lines: readonly string[]): void {
    if (lines.length > 0) this.inserted.set(number, [...(this.inserted.get(number) ?? []), ...lines]);
  }

  private remove(first: number, last: number): void {
    for (let number = first; number <= last; number += 1) this.removed.add(number);
  }
}

export const zonesIn = ({ components }: SplitFile) => components.filter(({ kind }) => kind === "VTIMEZONE");
const idOf = (component: Component) => propertyOf(component, "TZID")?.value ?? "";

const addressIn = ({ value }: ContentLine) =>
  value
    .trim()
    .replace(/^mailto:/i, "")
    .trim()
    .toLowerCase();

const unfolded = (lines: readonly string[]) => lines.join("\r\n").replaceAll(/\r\n[ \t]/g, "");

/** Sets the parameter of the first property in the text. */
function withParameter(text: string, name: string, value: string): string {
  const [head = "", ...parts] = splitOutsideQuotes(text, ";");
  const at = parts.findIndex((part) => part.toUpperCase().startsWith(`${name}=`));
  if (at < 0) return [head.replace(/^(\w+)(:?)/, `$1;${name}=${value}$2`), ...parts].join(";");
  const part = parts[at] ?? "";
  const rest = part.slice(/^[^=]*=(?:"[^"]*"|[^:"]*)/.exec(part)?.[0].length ?? part.length);
  return [head, ...parts.with(at, `${name}=${value}${rest}`)].join(";");
}
