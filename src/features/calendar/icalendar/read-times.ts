import ICAL from "ical.js";
import { findIana } from "windows-iana";
import { isTimeZone } from "#platform/time/time-zone.ts";
import { localTimeConverter } from "../series/local-time-conversion.ts";
import { type ComponentBlock, FileError } from "./split-icalendar.ts";

/** Limits of one event (security.md D19); longer values are cut or refused. */
export const MAX_VALUES = 5000;
export const DAY = 86_400_000;

/** TZID of the file → IANA name: unchanged, by Microsoft's names, or by the VTIMEZONE's definition. */
export function zonesOf(blocks: readonly ComponentBlock[]): Map<string, string> {
  const zones = new Map<string, string>();
  for (const { lines } of blocks.filter(({ kind }) => kind === "VTIMEZONE")) {
    const value = (name: string) =>
      lines
        .find((line) => line.toUpperCase().startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim() ?? "";
    const known = ianaOf(value("TZID")) ?? ianaOf(value("X-LIC-LOCATION"));
    if (known) zones.set(value("TZID"), known);
  }
  return zones;
}

function ianaOf(name: string): string | null {
  const bare = name.replace(/^["']|["']$/g, "");
  if (bare !== "" && isTimeZone(bare)) return bare;
  const [windows] = findIana(bare);
  if (windows) return windows;
  const [, tail] = /([A-Z][\w-]+\/[\w/+-]+)$/.exec(bare.slice(-100)) ?? [];
  return tail !== undefined && tail !== bare && isTimeZone(tail) ? tail : null;
}

export type ParseContext = { block: ComponentBlock; zones: ReadonlyMap<string, string>; zone: string };

export function lineOf(block: ComponentBlock, name = "BEGIN"): number {
  const index = block.lines.findIndex((line) => line.toUpperCase().startsWith(name));
  return block.line + Math.max(0, index);
}

type Moment = { at: number; isAllDay: boolean; zone: string };

export function momentOf(property: ICAL.Property, context: ParseContext): Moment {
  return valueMoment(property.getFirstValue(), property, context);
}

function valueMoment(value: unknown, property: ICAL.Property, { block, zones, zone }: ParseContext): Moment {
  const name = property.name.toUpperCase();
  const fail = (problem: string) => new FileError(lineOf(block, name), problem);
  if (!(value instanceof ICAL.Time)) throw fail(`${name} is not a date`);
  const { year, month, day, hour, minute, second, isDate } = value;
  const wall = Date.UTC(year, month - 1, day, isDate ? 0 : hour, isDate ? 0 : minute, isDate ? 0 : second);
  if (Number.isNaN(wall)) throw fail(`${name} is a date that does not exist`);
  if (isDate) return { at: wall, isAllDay: true, zone: "UTC" };
  const isUtc = value.zone?.tzid === "UTC";
  const tzid = property.getParameter("tzid");
  if (isUtc || typeof tzid !== "string")
    return {
      at: isUtc ? wall : localTimeConverter(zone).instantOf(wall),
      isAllDay: false,
      zone: isUtc ? "UTC" : zone,
    };
  const known = zones.get(tzid) ?? ianaOf(tzid);
  if (!known) throw fail(`The time zone '${tzid.slice(0, 80)}' is not known`);
  return { at: localTimeConverter(known).instantOf(wall), isAllDay: false, zone: known };
}

export function endOf(component: ICAL.Component, { at, isAllDay }: Moment, context: ParseContext): number {
  const end = component.getFirstProperty("dtend");
  if (end) return Math.max(momentOf(end, context).at, isAllDay ? at + DAY : 0);
  const duration = component.getFirstPropertyValue("duration");
  if (duration instanceof ICAL.Duration) return at + duration.toSeconds() * 1000;
  return isAllDay ? at + DAY : at;
}

export function datesOf(
  component: ICAL.Component,
  name: string,
  context: ParseContext,
  start: Moment,
): number[] {
  const values = component.getAllProperties(name).flatMap((property) =>
    property.getValues().map((value: unknown) => {
      const at = value instanceof ICAL.Period ? value.start : value;
      const moment = valueMoment(at, property, context);
      if (start.isAllDay || !moment.isAllDay) return moment.at;
      // A date without a time means the occurrence on that day.
      const clocks = localTimeConverter(start.zone);
      return clocks.instantOf(moment.at + (((clocks.wallOf(start.at) % DAY) + DAY) % DAY));
    }),
  );
  if (values.length > MAX_VALUES)
    throw new FileError(
      lineOf(context.block, name.toUpperCase()),
      `An event has ${MAX_VALUES} such dates at most`,
    );
  return [...new Set(values)];
}
