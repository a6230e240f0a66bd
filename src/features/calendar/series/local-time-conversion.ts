import { instantOf, wallClock } from "#platform/time/wall-clock.ts";

/** Converts an instant to local time (as if it were UTC) and back, in milliseconds. */
export type LocalTimeConverter = { wallOf(instant: number): number; instantOf(wall: number): number };

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Caches the zone's offset by day, so that a thousand occurrences cost little more than one. */
export function localTimeConverter(zone: string): LocalTimeConverter {
  if (zone === "UTC") return { wallOf: (at) => at, instantOf: (wall) => wall };
  const offsets = offsetsOf(zone);
  const offsetOn = (day: number): number => {
    const known = offsets.get(day);
    if (known !== undefined) return known;
    const offset = exactLocal(day * DAY, zone) - day * DAY;
    offsets.set(day, offset);
    return offset;
  };
  const constantOffset = (at: number): number | null => {
    const day = Math.floor(at / DAY);
    const offset = offsetOn(day - 1);
    return offsetOn(day) === offset && offsetOn(day + 1) === offset && offsetOn(day + 2) === offset
      ? offset
      : null;
  };
  return {
    wallOf: (at) => {
      const offset = constantOffset(at);
      return offset === null ? exactLocal(at, zone) : at + offset;
    },
    instantOf: (wall) => {
      const offset = constantOffset(wall);
      if (offset !== null) return wall - offset;
      const rest = wall - Math.floor(wall / MINUTE) * MINUTE;
      return instantOf(wallClock(new Date(wall), "UTC"), zone).getTime() + rest;
    },
  };
}

/** By zone and day, shared by all callers: a zone's offsets do not change while the process runs. */
const known = new Map<string, Map<number, number>>();
const MAX_CACHED_DAYS = 40_000;
const MAX_CACHED_ZONES = 50;

function offsetsOf(zone: string): Map<number, number> {
  const offsets = known.get(zone);
  if (offsets && offsets.size < MAX_CACHED_DAYS) return offsets;
  if (known.size >= MAX_CACHED_ZONES) known.clear();
  const fresh = new Map<number, number>();
  known.set(zone, fresh);
  return fresh;
}

function exactLocal(at: number, zone: string): number {
  const { year, month, day, hour, minute } = wallClock(new Date(at), zone);
  const rest = at - Math.floor(at / MINUTE) * MINUTE;
  return Date.UTC(year, month - 1, day, hour, minute) + rest;
}
