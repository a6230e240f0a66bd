import type { Answer, Turn } from "../../../intent.ts";
import { type Act, asksFor, type Plan } from "../../act.ts";
import { findMany, findOne } from "../../find-records.ts";
import { EVENT } from "../../record-kinds.ts";
import { changePlan } from "./change-event.ts";
import { eventsMeant } from "./events-meant.ts";
import { newTimes } from "./new-times.ts";
import { isOfOthers } from "./own-event.ts";
import { proposePlan } from "./propose-time.ts";
import { swapPlans } from "./two-events.ts";

const SWAP = /\b(?:swap|switch(?! to\b)|trade|exchange|other way (?:a)?round)\b/i;

/** The times of two events are exchanged; each keeps its length. */
async function swap(turn: Turn, item: string): Promise<Answer | readonly Plan[] | null> {
  const two = await findMany({ ...turn, sentence: item }, EVENT, item);
  const [one, other, third] = "found" in two ? two.found : [];
  return !one || !other || third || one.isAllDay || other.isAllDay ? null : swapPlans(turn, one, other);
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
