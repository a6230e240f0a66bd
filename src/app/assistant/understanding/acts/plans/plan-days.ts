import { dayInZone, startOfDay } from "#platform/time/wall-clock.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { asksFor } from "../../act.ts";
import { readPlanPeriod } from "./plan-period.ts";

/** Days on the person's calendar (yyyy-MM-dd), both included; `name` is how an answer speaks of them. */
export type PlanDays = { from: string; to: string; name: string };

const MOST_DAYS = 14;
const DAY = 86_400_000;
const LIMIT = /^(?:before|by|until|till|up to|no later than)\s+/i;

/** The days that the words name, or the sentence; today or these seven days where neither does. */
export function planDaysOf(turn: Turn, words: string | undefined): PlanDays | Answer {
  const { timeZone, sentence } = turn;
  const { now } = turn.context;
  const limit = words && LIMIT.test(words) ? readPlanPeriod(turn, words.replace(LIMIT, "")) : null;
  if (limit) {
    // 'Before Thursday' leaves Thursday out, 'by Thursday' does not.
    const end = /^before/i.test(words ?? "") ? limit.from : limit.to;
    return checked(turn, { from: now, to: end, name: words ?? "" });
  }
  const period = readPlanPeriod(turn, words ?? sentence);
  if (period) return checked(turn, period);
  if (words && !/\b(?:day|week)\b/i.test(words)) return asksFor(`Which days are '${words}'?`);
  const isWeek =
    /\bweek\b/i.test(words ?? sentence) || !/\b(?:day|today|morning|afternoon)\b/i.test(sentence);
  return isWeek
    ? checked(turn, { from: now, to: startOfDay(now, timeZone, 7), name: "the next seven days" })
    : checked(turn, { from: now, to: startOfDay(now, timeZone, 1), name: "today" });
}

type Times = { from: Date; to: Date; name: string };

/** What is over is not planned any more. */
function checked({ timeZone, context }: Turn, { from, to, name }: Times): PlanDays | Answer {
  const last = new Date(to.getTime() - 1);
  const first = from < context.now ? context.now : from;
  if (last < first)
    return {
      text: `${name.slice(0, 1).toUpperCase()}${name.slice(1)} is over: nothing can be planned there.`,
    };
  const latest = new Date(first.getTime() + (MOST_DAYS - 1) * DAY);
  return {
    from: dayInZone(first, timeZone),
    to: dayInZone(last < latest ? last : latest, timeZone),
    name: last <= latest ? name : `the first ${MOST_DAYS} days of that`,
  };
}
