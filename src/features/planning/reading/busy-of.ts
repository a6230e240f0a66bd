import type { Busy } from "../engine/plan-problem.ts";
import { withMargins } from "./find-away.ts";
import { type Rides, rideTimes } from "./find-rides.ts";
import { journeysAmong } from "./one-journey.ts";
import { MINUTE, type PlanEvent } from "./wanted-item.ts";

/**
 * What events take of the person's time, with the way there and back; of rides on which they work, what is left. There is
 * no way between two events of one journey.
 */
export function busyOf(events: readonly PlanEvent[], rides: Rides): Busy[] {
  const open = new Map(rideTimes(events, rides).map((time) => [time.id, time]));
  const journeys = journeysAmong(events);
  const goOn = new Set(journeys.map(([one]) => one));
  const come = new Set(journeys.map(([, other]) => other));
  return events
    .filter(({ isFree }) => !isFree)
    .flatMap((event) => {
      const { id, start, end, travelMinutes } = event;
      const way = travelMinutes * MINUTE;
      const around = { start: come.has(event) ? start : start - way, end: goOn.has(event) ? end : end + way };
      const whole = { id, ...(rides.all.has(id) ? withMargins(event) : around) };
      const time = open.get(id);
      return time
        ? [
            { ...whole, end: time.start },
            { ...whole, start: time.end },
          ]
        : [whole];
    });
}
