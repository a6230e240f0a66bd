import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import { type WorkingHours, weekdayOfDate, workingHoursOn } from "../hours-model.ts";
import { DAY } from "../model.ts";

/** One person to meet: working hours in their own time zone, and busy times. */
export type Attendant = WorkingHours & {
  userId: string;
  zone: string;
  busy: readonly { start: number; end: number }[];
};
export type Suggestion = { start: number; end: number; busy: string[]; outsideHours: string[] };
type SearchWindow = { from: number; to: number; minutes: number; limit: number };

const STEP = 30 * 60_000;

/**
 * The best times for these people: first those where everybody is free and within working hours, then those outside
 * somebody's working hours, then those where somebody is busy; earlier first. Of overlapping times one is returned.
 */
export function suggestTimes(
  people: readonly Attendant[],
  { from, to, minutes, limit }: SearchWindow,
): Suggestion[] {
  const length = minutes * 60_000;
  const hours = people.map((one) => ({ ...one, spans: workSpans(one, from, to) }));
  const found: (Suggestion & { cost: number })[] = [];
  for (let start = Math.ceil(from / STEP) * STEP; start + length <= to; start += STEP) {
    const end = start + length;
    const busy = hours.filter((one) => one.busy.some((busy) => busy.start < end && busy.end > start));
    const outside = hours.filter(
      ({ spans }) => !spans.some((span) => span.start <= start && span.end >= end),
    );
    if (outside.length === people.length) continue;
    found.push({
      ...{ start, end },
      busy: busy.map(({ userId }) => userId),
      outsideHours: outside.map(({ userId }) => userId),
      cost: busy.length * 1000 + outside.length,
    });
  }
  found.sort((one, other) => one.cost - other.cost || one.start - other.start);
  const chosen: typeof found = [];
  for (const each of found) {
    if (chosen.length >= limit) break;
    if (each.busy.length === people.length) continue;
    if (chosen.every((other) => each.start >= other.end || each.end <= other.start)) chosen.push(each);
  }
  return chosen
    .sort((one, other) => one.cost - other.cost || one.start - other.start)
    .map(({ cost: _, ...suggestion }) => suggestion);
}

/** The person's working hours, day by day in their time zone. */
function workSpans(person: Attendant, from: number, to: number) {
  const { zone } = person;
  const spans: { start: number; end: number }[] = [];
  for (let at = from - DAY; at < to + DAY; at += DAY) {
    const { year, month, day } = wallClock(new Date(at), zone);
    const hours = workingHoursOn(person, weekdayOfDate({ year, month, day }));
    if (!hours) continue;
    const on = (minute: number) => instantOf({ year, month, day, hour: 0, minute }, zone).getTime();
    spans.push({ start: on(hours.from), end: on(hours.to) });
  }
  return spans;
}
