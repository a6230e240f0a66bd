import type { Turn } from "../../../intent.ts";
import { readTime } from "../../times/read-time.ts";
import type { Event } from "./find-gaps.ts";
import { readRange } from "./read-range.ts";
import { dayIn } from "./read-window.ts";

export type NewTimes = { startTime: string; endTime: string };

const lengthOf = ({ startTime, endTime }: Event) => endTime.getTime() - startTime.getTime();

export const timesFrom = (from: Date, event: Event): NewTimes => ({
  startTime: from.toISOString(),
  endTime: new Date(from.getTime() + lengthOf(event)).toISOString(),
});

/** When the event will be: at a new time, on a new day, or 'from 10 to 11'; else it keeps its length. */
export function newTimes(turn: Turn, event: Event, when: string): NewTimes | null {
  const range = readRange(turn, when, event.startTime);
  if (range) {
    const day = dayIn(turn, range.rest);
    const onDay = day ? readRange(turn, when, day) : range;
    if (onDay) return { startTime: onDay.from.toISOString(), endTime: onDay.to.toISOString() };
  }
  const moment = readTime(turn, withDirection(turn, when.replace(SAME, "")), event.startTime);
  return moment && timesFrom(moment.at, event);
}

const LENGTH =
  /^(?:back |by |about )*(?:an?|half|one|two|three|four|five|six|ten|\d+)\b[^:]*\b(?:minute|min|hour|hr|day|week)s?$/i;
const EARLIER = /\b(?:earlier|sooner|forward|ahead|up by|bring|brought|prepone)\b/i;

/** 'Half an hour' is that much later, or earlier where the sentence brings it forward. */
const withDirection = ({ sentence }: Turn, when: string): string =>
  LENGTH.test(when) && !sentence.includes(`in ${when}`)
    ? `${when} ${EARLIER.test(sentence) ? "earlier" : "later"}`
    : when;

const SAME = /,? ?\b(?:at )?(?:the )?same (?:time|hours?|place)\b[\s\S]*/i;
