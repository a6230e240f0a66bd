import type { Answer, Turn } from "../../../intent.ts";
import { type Act, asksFor, type Plan } from "../../act.ts";
import { findMany, findOne } from "../../find-records.ts";
import { readTime } from "../../read-time.ts";
import { EVENT } from "../../record-kinds.ts";
import { changePlan } from "./change-event.ts";
import { eventsMeant } from "./events-meant.ts";
import type { Event } from "./find-gaps.ts";
import { isOfOthers } from "./own-event.ts";
import { proposePlan } from "./propose-time.ts";
import { readRange } from "./read-range.ts";
import { dayIn } from "./read-window.ts";

export type NewTimes = { startTime: string; endTime: string };

const lengthOf = ({ startTime, endTime }: Event) => endTime.getTime() - startTime.getTime();

const timesFrom = (from: Date, event: Event): NewTimes => ({
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
  const moment = readTime(turn, when.replace(SAME, ""), event.startTime);
  return moment && timesFrom(moment.at, event);
}

const SAME = /,? ?\b(?:at )?(?:the )?same (?:time|hours?|place)\b.*$/i;
const SWAP = /\b(?:swap|switch(?! to\b)|trade|exchange|other way (?:a)?round)\b/i;

/** The times of two events are exchanged; each keeps its length. */
async function swap(turn: Turn, item: string): Promise<Answer | readonly Plan[] | null> {
  const two = await findMany({ ...turn, sentence: item }, EVENT, item);
  const [one, other, third] = "found" in two ? two.found : [];
  if (!one || !other || third) return null;
  return [
    changePlan(turn, one, timesFrom(other.startTime, one)),
    changePlan(turn, other, timesFrom(one.startTime, other)),
  ];
}

const SEVERAL = /\b(?:all|everything|every|each|both|whatever)\b/i;

export const move: Act = async (turn, { item, when }) => {
  if (SWAP.test(turn.sentence) && item) {
    const swapped = await swap(turn, item);
    if (swapped) return swapped;
  }
  const many =
    SEVERAL.test(item ?? "") || (!item && SEVERAL.test(turn.sentence))
      ? await eventsMeant(turn, item)
      : await findOne(turn, EVENT, item);
  if ("answer" in many) return many.answer;
  const found = [many.found].flat();
  if (!when) return asksFor("To when?");
  const plans: Plan[] = [];
  for (const event of found) {
    const times = newTimes(turn, event, when);
    if (!times) return asksFor(`When is '${when}'?`);
    plans.push(isOfOthers(turn, event) ? proposePlan(turn, event, times) : changePlan(turn, event, times));
  }
  return plans.length === 1 && plans[0] ? plans[0] : plans;
};
