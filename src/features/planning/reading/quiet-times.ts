import type { PlanDay, Quiet, Span } from "../engine/plan-problem.ts";
import { joined, without } from "../engine/span-sets.ts";
import type { RideTime } from "./find-rides.ts";
import { weightOf } from "./meeting-weight.ts";
import { leavingFor } from "./own-preparation.ts";
import { MINUTE, type PlanEvent } from "./wanted-item.ts";

/** So long before a decisive meeting other work ends. */
const APPROACH = 30 * MINUTE;

/** The last minutes before one leaves for a decisive meeting, each of which ends when one leaves. */
export const approachesOf = (
  events: readonly PlanEvent[],
  { from, until }: { from: number; until: number },
): Quiet[] =>
  events
    .filter((event) => weightOf(event) === "decisive" && event.start > from && event.start < until)
    .map((event) => {
      const end = leavingFor(event);
      return { kind: "approach", id: event.id, start: end - APPROACH, end };
    });

/** Rides before and after the working hours: who works there gives up their own time. */
export function beyondHours(days: readonly PlanDay[], rides: readonly RideTime[]): Quiet[] {
  const hours = days.flatMap(({ work }): Span[] => {
    const [first, last] = [work[0], work.at(-1)];
    return first && last ? [{ start: first.start, end: last.end }] : [];
  });
  return rides.flatMap(({ id, start, end }) =>
    without([{ start, end }], joined(hours)).map((span) => ({ ...span, kind: "beyond" as const, id })),
  );
}
