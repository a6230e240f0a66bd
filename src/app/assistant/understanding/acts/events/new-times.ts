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
  const moment = readTime(turn, withDirection(turn, event, when.replace(SAME, "")), event.startTime);
  return moment && timesFrom(moment.at, event);
}

const LENGTH =
  /^(?:back |by |about )*(?:half (?:an? )?|an? |one |two |three |four |five |six |ten |\d{1,3} ?)(?:half |quarter of an )?(?:minute|min|hour|hr|day|week)s?$/i;
const EARLIER = /\b(?:earlier|sooner|forward|ahead|up by|bring|brought|prepone)\b/i;

/** 'Half an hour' is that much later, or earlier where the sentence brings it forward. */
function withDirection({ sentence }: Turn, { title }: Event, when: string): string {
  if (!LENGTH.test(when) || sentence.includes(`in ${when}`)) return when;
  const around = sentence.toLowerCase().replace(title.toLowerCase(), " ");
  return `${when} ${EARLIER.test(around) ? "earlier" : "later"}`;
}

const SAME = /,? ?\b(?:at )?(?:the )?same (?:time|hours?|place)\b[\s\S]*/i;
