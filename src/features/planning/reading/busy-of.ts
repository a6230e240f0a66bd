import type { Busy } from "../engine/plan-problem.ts";
import { type Rides, rideTimes } from "./find-rides.ts";
import { MINUTE, type PlanEvent } from "./wanted-item.ts";

/** What events take of the person's time, with the way there and back; of rides on which they work, what is left. */
export function busyOf(events: readonly PlanEvent[], rides: Rides): Busy[] {
  const open = new Map(rideTimes(events, rides).map((time) => [time.id, time]));
  return events
    .filter(({ isFree }) => !isFree)
    .flatMap(({ id, start, end, travelMinutes }) => {
      const whole = { id, start: start - travelMinutes * MINUTE, end: end + travelMinutes * MINUTE };
      const time = open.get(id);
      return time
        ? [
            { ...whole, end: time.start },
            { ...whole, start: time.end },
          ]
        : [whole];
    });
}
