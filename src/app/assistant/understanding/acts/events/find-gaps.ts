import type { events } from "#features/calendar/calendar-events.ts";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { type HoursOfWork, weekdayOfDate, workingHoursOn } from "#features/calendar/hours-model.ts";
import { midnightOf } from "#features/calendar/model.ts";
import { instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import type { Turn } from "../../../intent.ts";
import { eventsIn } from "../../../intents/calendar.ts";
import type { Period } from "../../../phrases/parse-period.ts";

export type Event = Awaited<ReturnType<typeof events.get>>;
export type Gap = { from: Date; to: Date };

export const isBusy = ({ transparency, status }: Event): boolean =>
  transparency === "opaque" && status !== "cancelled";

/** What is in the way in the period, days without a time as well. */
export const busyIn = async (turn: Turn, period: Period): Promise<Event[]> =>
  (await eventsIn(turn, period)).filter(isBusy);

export const minutesOf = ({ from, to }: Gap): number => Math.round((to.getTime() - from.getTime()) / 60_000);

/** The times without an event in the part of the period that is working time, from now on. */
export async function gapsIn(
  turn: Turn,
  period: Period,
  least: number,
): Promise<{ gaps: Gap[]; busy: Event[] }> {
  const busy = await busyIn(turn, period);
  const taken = busy
    .map((event) => (event.isAllDay ? dayTimes(turn, event) : { from: event.startTime, to: event.endTime }))
    .sort((one, other) => one.from.getTime() - other.from.getTime());
  const gaps: Gap[] = [];
  for (const span of await workingSpans(turn, period)) {
    let at = Math.max(span.from.getTime(), turn.context.now.getTime());
    for (const { from, to } of [...taken, { from: span.to, to: span.to }]) {
      const gap = { from: new Date(at), to: new Date(Math.min(from.getTime(), span.to.getTime())) };
      if (minutesOf(gap) >= least) gaps.push(gap);
      at = Math.max(at, to.getTime());
    }
  }
  return { gaps, busy };
}

const dayTimes = ({ timeZone }: Turn, { startTime, endTime }: Event): Gap => ({
  from: midnightOf(startTime, timeZone),
  to: midnightOf(endTime, timeZone),
});

const MAX_DAYS = 31;
const WAKING_HOURS: HoursOfWork = { from: 8 * 60, to: 22 * 60 };

/** Of each day the working hours; of an evening or a weekend that is asked for, the waking hours. */
async function workingSpans(turn: Turn, period: Period): Promise<Gap[]> {
  const settings = await turn.use(calendarSettings.get, {});
  const spans = (hoursOn: (weekday: number) => HoursOfWork | null) => {
    const found: Gap[] = [];
    for (let ahead = 0; ahead < MAX_DAYS; ahead += 1) {
      const day = startOfDay(period.from, turn.timeZone, ahead);
      if (day >= period.to) break;
      const clock = wallClock(day, turn.timeZone);
      const hours = hoursOn(weekdayOfDate(clock));
      if (!hours) continue;
      const on = (minute: number) =>
        instantOf({ ...clock, hour: Math.floor(minute / 60), minute: minute % 60 }, turn.timeZone).getTime();
      const from = new Date(Math.max(on(hours.from), period.from.getTime()));
      const to = new Date(Math.min(on(hours.to), period.to.getTime()));
      if (to > from) found.push({ from, to });
    }
    return found;
  };
  const working = spans((weekday) => workingHoursOn(settings, weekday));
  return working.length > 0 ? working : spans(() => WAKING_HOURS);
}
