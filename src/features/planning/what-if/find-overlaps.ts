import type { PlanDay, Span } from "../engine/plan-problem.ts";
import { isOneJourney } from "../reading/one-journey.ts";
import { leavingFor } from "../reading/own-preparation.ts";
import type { Reading } from "../reading/read-problem.ts";
import { MINUTE, type PlanEvent } from "../reading/wanted-item.ts";

/** `other` begins, or one has to leave for it, while `one` lasts; `minutes`: for so long. */
export type Overlap = { one: PlanEvent; other: PlanEvent; minutes: number };

/** With the way back. */
const backFrom = ({ end, travelMinutes }: PlanEvent) => end + travelMinutes * MINUTE;

/** Meetings that overlap each other or an appointment on these days, in the order of time. */
export function overlapsIn(
  { events, blockEvents, rides }: Pick<Reading, "events" | "blockEvents" | "rides">,
  days: readonly PlanDay[],
): Overlap[] {
  const open = new Set(rides.map(({ id }) => id));
  const isHere = (event: Span) =>
    days.some(({ work }) => work.some((span) => event.start < span.end && span.start < event.end));
  const busy = events
    .filter(({ id, isFree, isAllDay }) => !isFree && !isAllDay && !blockEvents.has(id) && !open.has(id))
    .filter(isHere)
    .toSorted((one, other) => leavingFor(one) - leavingFor(other) || one.start - other.start);
  return busy.flatMap((one, at) =>
    busy.slice(at + 1).flatMap((other): Overlap[] => {
      const minutes = Math.round((Math.min(backFrom(one), backFrom(other)) - leavingFor(other)) / MINUTE);
      const isBoth = one.hasGuests || other.hasGuests;
      return minutes > 0 && isBoth && !isOneJourney(one, other) ? [{ one, other, minutes }] : [];
    }),
  );
}
