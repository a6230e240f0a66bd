import { isTimeZone } from "#platform/time/wall-clock.ts";
import { folded, splitOutsideQuotes, textOf } from "./content-lines.ts";
import { linesOf, zoneNamesOf } from "./object-texts.ts";
import { type Component, propertyOf, splitICalendar } from "./split-icalendar.ts";
import { updateICalendar, zonesIn } from "./update-icalendar.ts";

/** An event as it was received, and as we write it. */
export type StoredObject = { uid: string; stored: string; fresh: string };
/** Names of zones in the object → their names in the calendar. */
type Names = ReadonlyMap<string, string>;

/**
 * One calendar of `own`, as we write it, in which the events that were received are in their own words with our changes
 * in them. Zones of one name that differ in two objects get different names.
 */
export function mergeCalendars({
  own,
  objects,
  zone,
}: {
  own: string;
  objects: readonly StoredObject[];
  zone: string;
}): string {
  const calendar = splitICalendar(own);
  const [ownLines, zones] = [linesOf(own), new Zones()];
  const received = new Map(objects.map((object) => [object.uid, receivedLines(object, zone, zones)]));
  const written = calendar.components
    .filter(({ kind }) => kind === "VEVENT")
    .flatMap((component) => {
      const uid = textOf(propertyOf(component, "UID")?.value ?? "", 1000) ?? "";
      const lines = received.get(uid);
      // All occurrences of the object are in its lines.
      if (lines !== undefined) return received.set(uid, []) && lines;
      for (const name of zoneNamesOf(component)) zones.use(name);
      return linesBetween(component, ownLines);
    });
  zones.addUsed(zonesIn(calendar), ownLines);
  const head = ownLines.slice(0, (calendar.components[0]?.line ?? ownLines.indexOf("END:VCALENDAR") + 1) - 1);
  return [...head, ...zones.lines(), ...written, "END:VCALENDAR", ""].join("\r\n");
}

function receivedLines({ stored, fresh }: StoredObject, zone: string, zones: Zones): string[] {
  const text = updateICalendar({ stored, fresh, zone, isNew: true }) ?? fresh;
  const lines = linesOf(text);
  const split = splitICalendar(text);
  const names: Names = new Map(
    zonesIn(split).map((component) => zones.add(nameOf(component), linesBetween(component, lines))),
  );
  return split.components
    .filter(({ kind }) => kind !== "VTIMEZONE")
    .flatMap((component) => renamed(linesBetween(component, lines), names));
}

const nameOf = (component: Component) => propertyOf(component, "TZID")?.value ?? "";
const linesBetween = ({ line, lastLine }: Component, lines: readonly string[]) =>
  lines.slice(line - 1, lastLine);

/** The definitions of the zones of a calendar. */
class Zones {
  private readonly known = new Map<string, string[]>();
  private readonly used = new Set<string>();

  /** Returns the name and the one that it gets here. */
  add(name: string, lines: string[]): [name: string, written: string] {
    for (let number = 1; ; number += 1) {
      const written = number === 1 ? name : `${name} (${number})`;
      const known = this.known.get(written);
      if (known === undefined) this.known.set(written, renamedZone(lines, name, written));
      // By its name everybody knows such a zone; a definition by rules is not bound to some years.
      else if (isTimeZone(name)) this.known.set(written, hasRule(known) ? known : lines);
      else if (known.join("\n") !== renamedZone(lines, name, written).join("\n")) continue;
      return [name, written];
    }
  }

  use(name: string): void {
    this.used.add(name);
  }

  addUsed(components: readonly Component[], lines: readonly string[]): void {
    for (const component of components) {
      const known = this.known.get(nameOf(component));
      if (this.used.has(nameOf(component)) && (known === undefined || !hasRule(known)))
        this.known.set(nameOf(component), linesBetween(component, lines));
    }
  }

  lines = () => [...this.known.values()].flat();
}

const hasRule = (lines: readonly string[]) => lines.some((line) => /^RRULE[;:]/i.test(line));

const renamedZone = (lines: readonly string[], name: string, written: string): string[] =>
  name === written ? [...lines] : lines.map((line) => (/^TZID[;:]/i.test(line) ? `TZID:${written}` : line));

/** The properties with the new names of their zones. */
function renamed(lines: readonly string[], names: Names): string[] {
  if ([...names].every(([name, written]) => name === written)) return [...lines];
  const properties = lines.join("\r\n").split(/\r\n(?![ \t])/);
  return properties.flatMap((property) => {
    const [head = "", ...parts] = splitOutsideQuotes(property.replaceAll(/\r\n[ \t]/g, ""), ";");
    const changed = parts.map((part) => renamedParameter(part, names));
    if (changed.every((part, index) => part === parts[index])) return property.split("\r\n");
    return folded([head, ...changed].join(";")).split("\r\n");
  });
}

/** `TZID=Name:20270301T090000` with the new name; every other part of a property as it is. */
function renamedParameter(part: string, names: Names): string {
  const [, quoted, plain] = /^TZID=(?:"([^"]*)"|([^:"]*))(?=:|$)/i.exec(part) ?? [];
  const name = quoted ?? plain;
  const written = name === undefined ? undefined : names.get(name);
  if (name === undefined || written === undefined || written === name) return part;
  const rest = part.slice("TZID=".length + name.length + (quoted === undefined ? 0 : 2));
  return `TZID=${quoted === undefined ? written : `"${written}"`}${rest}`;
}
