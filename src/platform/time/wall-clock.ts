/** Local time; `month` counts from 1. */
export type WallClock = { year: number; month: number; day: number; hour: number; minute: number };

export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    formatter(name);
    return true;
  } catch {
    // Intl throws for an unknown name.
    return false;
  }
}

/** The local time of the zone at the instant. */
export function wallClock(at: Date, timeZone: string): WallClock {
  const local = asUtc(at, timeZone);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  };
}

/** yyyy-MM-dd of the instant on the zone's calendar: '2026-03-05' */
export function dayInZone(at: Date, timeZone: string): string {
  const { year, month, day } = wallClock(at, timeZone);
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The instant of this local time: the earlier of two, and after the gap if the clocks skip it. */
export function instantOf(clock: WallClock, timeZone: string): Date {
  const localMs = utc(clock);
  const [before, after] = [-1, 1].map((days) => offsetAt(new Date(localMs + days * DAY), timeZone));
  const candidates = [localMs - (before ?? 0), localMs - (after ?? 0)].sort((a, b) => a - b);
  const exact = candidates.find((time) => asUtc(new Date(time), timeZone).getTime() === localMs);
  return new Date(exact ?? localMs - (before ?? 0));
}

/** The first instant of the day that contains `at`, shifted by `days` (also negative) on the calendar. */
export function startOfDay(at: Date, timeZone: string, days = 0): Date {
  const { year, month, day } = wallClock(at, timeZone);
  return instantOf({ year, month, day: day + days, hour: 0, minute: 0 }, timeZone);
}

/** Midnights between the two instants on the zone's calendar: 0 within a day, negative where `to` is earlier. */
export function daysBetween(from: Date, to: Date, timeZone: string): number {
  const day = (at: Date) => Math.floor(asUtc(at, timeZone).getTime() / DAY);
  return day(to) - day(from);
}

const DAY = 86_400_000;

/** Milliseconds by which the clocks of the zone are ahead of UTC at the instant. */
export const offsetAt = (at: Date, timeZone: string): number => asUtc(at, timeZone).getTime() - at.getTime();

function utc({ year, month, day, hour, minute }: WallClock): number {
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  return time.setUTCHours(hour, minute);
}

/** A Date whose UTC fields are the zone's local time. */
function asUtc(at: Date, timeZone: string): Date {
  const part: Record<string, number> = {};
  for (const { type, value } of formatter(timeZone).formatToParts(at))
    if (type === "era") part.era = value.startsWith("B") ? -1 : 1;
    else part[type] = Number(value);
  const { era = 1, year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const local = new Date(utc({ year: era < 0 ? 1 - year : year, month, day, hour, minute }));
  return new Date(local.setUTCSeconds(second, at.getUTCMilliseconds()));
}

/** Creating one costs a hundred times as much as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  if (formatters.size < MAX_CACHED) formatters.set(timeZone, made);
  return made;
}

/** More than the zones there are; names differ in letter case, so callers could invent millions. */
const MAX_CACHED = 1000;
