import ICAL from "ical.js";
import { findIana, WINDOWS_TO_IANA_MAP } from "windows-iana";
import { isTimeZone } from "#platform/time/wall-clock.ts";
import { type LocalTimeConverter, localTimeConverter } from "../series/local-time-conversion.ts";
import { type Component, propertiesOf, propertyOf } from "./split-icalendar.ts";

/** A time zone of a file; `name` is null if no IANA zone has the rules that the file defines. */
export type FileZone = { name: string | null; instantOf(wall: number): number };
/** The zone of a TZID for local times of a year; null if nothing says what it is. */
export type FileZones = (tzid: string, year: number) => FileZone | null;

const DAY = 86_400_000;
/** Onsets of one VTIMEZONE that are computed: 430 years of two, as Exchange states its rules since 1601. */
const MAX_ONSETS = 1200;
/** Zones compared with all others, for one file: each comparison takes milliseconds. */
const MAX_COMPARED = 200;

/** By IANA name, by a known alias, or by the rules of the VTIMEZONE that came along (RFC 5545, 3.6.5). */
export function zonesOf(components: readonly Component[]): FileZones {
  const defined = new Map<string, Component>();
  for (const component of components)
    if (component.kind === "VTIMEZONE")
      defined.set(bare(propertyOf(component, "TZID")?.value ?? ""), component);
  const found = new Map<string, FileZone | null>();
  let compared = 0;
  const byRules = (component: Component, year: number) => {
    compared += 1;
    return compared > MAX_COMPARED ? null : zoneByRules(component, year);
  };
  return (tzid, year) => {
    const id = bare(tzid);
    const key = `${id} ${year}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const component = defined.get(id);
    const location = component && propertyOf(component, "X-LIC-LOCATION")?.value;
    const name = ianaOf(id) ?? (location ? ianaOf(bare(location)) : null);
    const zone = name !== null ? ianaZone(name) : component ? byRules(component, year) : zoneByCity(id);
    found.set(key, zone);
    return zone;
  };
}

const bare = (name: string) => name.trim().replace(/^["']|["']$/g, "");
const ianaZone = (name: string): FileZone => ({ name, instantOf: localTimeConverter(name).instantOf });

/** IANA names, those of Windows, and IANA names behind a prefix such as `/mozilla.org/20050126_1/`. */
function ianaOf(name: string): string | null {
  if (name !== "" && isTimeZone(name)) return name;
  if (/^(?:tzone:\/\/Microsoft\/Utc|Z|GMT[+-]?0+|\(UTC\).*)$/i.test(name)) return "UTC";
  const [windows] = findIana(name);
  if (windows) return windows;
  const [, tail] = /([A-Z][\w-]+\/[\w/+-]+)$/.exec(name.slice(-100)) ?? [];
  return tail !== undefined && tail !== name && isTimeZone(tail) ? tail : null;
}

/** `(UTC+01:00) Amsterdam, Berlin, Rome`, as Windows shows its zones: by the first city that has a zone. */
function zoneByCity(name: string): FileZone | null {
  const [, cities = ""] = /^\((?:UTC|GMT)[^)]{0,10}\)(.{1,200})$/.exec(name) ?? [];
  for (const city of cities.split(/[,;&/]/)) {
    const ending = `/${city.trim().replaceAll(" ", "_")}`;
    const iana = Intl.supportedValuesOf("timeZone").find((zone) => zone.endsWith(ending));
    if (iana) return ianaZone(iana);
  }
  return null;
}

/** An offset of the clocks from an instant on. */
type Onset = { at: number; from: number; to: number };

function zoneByRules(component: Component, year: number): FileZone | null {
  const onsets = component.children.flatMap((one) => onsetsOf(one, year)).sort((a, b) => a.at - b.at);
  if (onsets.length === 0) return null;
  const rules: Rules = { offsetAt: (at) => offsetAt(onsets, at) };
  const near = onsets.filter(({ at }) => Math.abs(at - Date.UTC(year, 6)) < 550 * DAY);
  const name = candidateZones().find((zone) => hasSameClocks(localTimeConverter(zone), rules, near, year));
  return name === undefined ? { name: null, instantOf: (wall) => instantBy(rules, wall) } : ianaZone(name);
}

type Rules = { offsetAt(at: number): number };

function offsetAt(onsets: readonly Onset[], at: number): number {
  const last = onsets.findLast((onset) => onset.at <= at);
  return last?.to ?? onsets[0]?.from ?? 0;
}

/** The earlier of two instants; where the clocks skip the time, by the offset before (RFC 5545, 3.3.5). */
function instantBy({ offsetAt: at }: Rules, wall: number): number {
  const before = wall - at(wall - DAY);
  const after = wall - at(wall + DAY);
  return [before, after].find((instant) => at(instant) === wall - instant) ?? before;
}

function hasSameClocks(clocks: LocalTimeConverter, rules: Rules, near: readonly Onset[], year: number) {
  const same = (at: number) => clocks.wallOf(at) - at === rules.offsetAt(at);
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(year, month, 15));
  return months.every(same) && near.every(({ at }) => same(at) && same(at - 60_000));
}

let candidates: readonly string[] | undefined;

/** The main zone of each Windows name first: it is the best known of those with the same clocks. */
function candidateZones(): readonly string[] {
  candidates ??= [
    ...new Set([
      ...WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === "001").flatMap(
        ({ iana }) => iana[0] ?? [],
      ),
      ...Intl.supportedValuesOf("timeZone"),
    ]),
  ].filter(isTimeZone);
  return candidates;
}

/** The changes of the clocks by STANDARD or DAYLIGHT, from the years before `year` to the years after. */
function onsetsOf(observance: Component, year: number): Onset[] {
  if (observance.kind !== "STANDARD" && observance.kind !== "DAYLIGHT") return [];
  const value = (name: string) => propertyOf(observance, name)?.value.trim() ?? "";
  const start = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(value("DTSTART"))?.slice(1).map(Number);
  const [from, to] = [offsetOf(value("TZOFFSETFROM")), offsetOf(value("TZOFFSETTO"))];
  if (!start || from === null || to === null) return [];
  const [first = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = start;
  const wall = Date.UTC(first, month - 1, day, hour, minute, second);
  const listed = propertiesOf(observance, "RDATE")
    .slice(0, MAX_ONSETS)
    .flatMap((line) => line.value.split(","))
    .map((date) => wallOf(date))
    .filter((at) => at !== null);
  const walls = [wall, ...listed, ...recurringOnsets(value("RRULE"), wall, year)];
  return walls.map((at) => ({ at: at - from, from, to }));
}

function wallOf(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(text.trim())?.slice(1) ?? [];
  const [year, month = 1, day, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  return year === undefined ? null : Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Only yearly rules: no zone has others, and a rule by the second would never end. */
function recurringOnsets(rule: string, start: number, year: number): number[] {
  if (!/(?:^|;)FREQ=YEARLY(?:;|$)/i.test(rule)) return [];
  try {
    const recur = ICAL.Recur.fromString(rule.replaceAll(/\s/g, "").toUpperCase());
    const until = recur.until?.toUnixTime();
    const found: number[] = [];
    const iterator = recur.iterator(ICAL.Time.fromJSDate(new Date(start), true));
    for (let next = iterator.next(); next && found.length < MAX_ONSETS; next = iterator.next()) {
      if (next.year > year + 3) break;
      const at = next.toUnixTime();
      if (until !== undefined && at > until + DAY / 1000) break;
      if (next.year >= year - 3) found.push(at * 1000);
    }
    return found;
  } catch {
    // A rule that cannot be read has no onsets besides the first.
    return [];
  }
}

/** `+0130`, `-05:00` or `+013045` in milliseconds. */
function offsetOf(text: string): number | null {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-]?)(\d\d):?(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  return sign === "-" ? -size : size;
}
