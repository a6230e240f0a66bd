import type { Busy } from "../engine/plan-problem.ts";
import { MINUTE, type PlanEvent } from "./wanted-item.ts";

/** What events take of the person's time, with the way there and back. */
export const busyOf = (events: readonly PlanEvent[]): Busy[] =>
  events
    .filter(({ isFree }) => !isFree)
    .map(({ id, start, end, travelMinutes }) => ({
      id,
      start: start - travelMinutes * MINUTE,
      end: end + travelMinutes * MINUTE,
    }));
