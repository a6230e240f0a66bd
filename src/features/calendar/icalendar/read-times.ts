import ICAL from "ical.js";
import { t } from "#i18n/message.ts";
import { localTimeConverter } from "../series/local-time-conversion.ts";
import type { ContentLine } from "./content-lines.ts";
import type { FileZone, FileZones } from "./read-zones.ts";
import { type Component, FileError, propertiesOf, propertyOf } from "./split-icalendar.ts";

/** Limits of one event (security.md D19); longer values are cut or refused. */
export const MAX_VALUES = 5000;
export const DAY = 86_400_000;

/** How the times of a file are read: its zones, and the zone of times that name none. */
export type ParseContext = {
  zones: FileZones;
  zone: string;
  /** Whether an event may have no DTSTART: answers and cancellations name one that is known (RFC 5546). */
  isStartOptional: boolean;
  /** Notes what was read in a way that the file does not say. */
  warn(line: number, reason: string): void;
};

/** `zone` is the IANA zone; `clocks` the rules of the file where no IANA zone has them; `wall` the time as written. */
export type Moment = { at: number; wall: number; isAllDay: boolean; zone: string; clocks: FileZone | null };

export function momentOf(line: ContentLine, context: ParseContext): Moment {
  return valueMoment(line.value, line, context);
}

const DATE = /^(\d{4})-?(\d\d)-?(\d\d)(?:Z|[T ]?(\d\d):?(\d\d)(?::?(\d\d?))?(?:\.\d{1,9})?\s?(Z?))?$/i;

/** A date without a time of day is a whole day, whatever VALUE says: many programs forget it. */
function valueMoment(value: string, line: ContentLine, context: ParseContext): Moment {
  const { name, parameters, number } = line;
  const [, year, month, day, hour, minute = "0", second = "0", utc] = DATE.exec(value.trim()) ?? [];
  if (year === undefined) throw new FileError(number, t`${name} is not a date: ${value.slice(0, 40)}`);
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isReal = new Date(date).getUTCMonth() === Number(month) - 1 && Number(day) > 0;
  if (!isReal || Number(hour ?? 0) > 24 || Number(minute) > 59)
    throw new FileError(number, t`${name} is a date that does not exist`);
  if (hour === undefined || parameters.get("VALUE")?.toUpperCase() === "DATE")
    return { at: date, wall: date, isAllDay: true, zone: "UTC", clocks: null };
  const wall = date + (Number(hour) * 60 + Number(minute)) * 60_000 + Math.min(Number(second), 59) * 1000;
  if (utc) return { at: wall, wall, isAllDay: false, zone: "UTC", clocks: null };
  const tzid = parameters.get("TZID");
  const found = tzid ? context.zones(tzid, Number(year)) : null;
  if (tzid && !found)
    context.warn(
      number,
      `The time zone '${tzid.slice(0, 80)}' is not known; the times are those of ${context.zone}`,
    );
  if (!found) return floating(wall, context.zone);
  const { name: zone } = found;
  const clocks = zone === null ? found : null;
  return { at: found.instantOf(wall), wall, isAllDay: false, zone: zone ?? "UTC", clocks };
}

const floating = (wall: number, zone: string): Moment => ({
  at: localTimeConverter(zone).instantOf(wall),
  wall,
  isAllDay: false,
  zone,
  clocks: null,
});

/** A missing, wrong or earlier end is that of an event without a duration. */
export function endOf(component: Component, start: Moment, context: ParseContext): number {
  const { at, isAllDay } = start;
  const shortest = isAllDay ? at + DAY : at;
  const line = propertyOf(component, "DTEND");
  const end = line && orWarning(() => momentOf(line, context), context);
  if (end) {
    const time = end.isAllDay && !isAllDay ? localTimeConverter(start.zone).instantOf(end.at) : end.at;
    return Math.max(isAllDay ? Math.ceil(time / DAY) * DAY : time, shortest);
  }
  const duration = propertyOf(component, "DURATION");
  if (!duration) return shortest;
  const length = durationOf(duration.value);
  if (length === null) context.warn(duration.number, "DURATION cannot be read");
  return Math.max(at + (length ?? 0), shortest);
}

/** In milliseconds; null if it is none. */
export function durationOf(text: string): number | null {
  try {
    return ICAL.Duration.fromString(text.trim().toUpperCase()).toSeconds() * 1000;
  } catch {
    // The library throws for everything that is no duration.
    return null;
  }
}

function orWarning<T>(read: () => T, { warn }: ParseContext): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    warn(error.line, error.message);
    return null;
  }
}

export function datesOf(component: Component, name: string, context: ParseContext, start: Moment): number[] {
  const lines = propertiesOf(component, name);
  const values = lines.flatMap((line) => line.value.split(",").map((value) => ({ line, value })));
  const written = values.filter(({ value }) => value.trim() !== "");
  if (written.length > MAX_VALUES)
    throw new FileError(lines[0]?.number ?? 1, t`An event has ${MAX_VALUES} such dates at most`);
  const dates = written.flatMap(({ line, value }) => {
    // A period (RDATE) counts with its start.
    const moment = orWarning(() => valueMoment(value.split("/")[0] ?? "", line, context), context);
    return moment ? [dateOfSeries(moment, start)] : [];
  });
  return [...new Set(dates)];
}

/** A date without a time means the occurrence on that day. */
export function dateOfSeries(moment: Moment, start: Moment): number {
  if (start.isAllDay) return Math.floor(localTimeConverter(moment.zone).wallOf(moment.at) / DAY) * DAY;
  if (!moment.isAllDay) return moment.at;
  const clocks = localTimeConverter(start.zone);
  return clocks.instantOf(moment.at + (((clocks.wallOf(start.at) % DAY) + DAY) % DAY));
}
