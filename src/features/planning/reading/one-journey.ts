import { MINUTE, type PlanEvent, placeOf } from "./wanted-item.ts";

type Stop = Pick<PlanEvent, "location" | "start" | "end" | "travelMinutes" | "isAllDay" | "isFree">;

/** At home for less than this between two ways, nobody drives back. */
const LEAST_AT_HOME_MINUTES = 60;

/** Two events at one place are one journey: the person stays there in between. `one` is over before `other` begins. */
export function isOneJourney(one: Stop, other: Stop): boolean {
  const place = placeOf(one.location);
  if (place === null || place !== placeOf(other.location)) return false;
  if (one.travelMinutes === 0 || other.travelMinutes === 0 || one.isAllDay || other.isAllDay) return false;
  const between = (other.start - one.end) / MINUTE;
  return between >= 0 && between < one.travelMinutes + other.travelMinutes + LEAST_AT_HOME_MINUTES;
}

/** The pairs of events that are one journey, the earlier one first. Nothing with a way of its own lies between them. */
export function journeysAmong<T extends Stop>(events: readonly T[]): (readonly [T, T])[] {
  const stops = events
    .filter(({ travelMinutes, isFree }) => travelMinutes > 0 && !isFree)
    .toSorted((one, other) => one.start - other.start);
  return stops.flatMap((one, at) => {
    const next = stops[at + 1];
    return next && isOneJourney(one, next) ? [[one, next] as const] : [];
  });
}
