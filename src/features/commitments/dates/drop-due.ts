import type { Token } from "../extraction/read-tokens.ts";
import { type Moment, namesDue } from "./read-due.ts";

/** The words before a date that belong to it: 'by the end of Friday'. */
const BEFORE_DATE =
  /^(?:by|before|on|at|in|within|until|till|this|next|the|of|end|start|early|late|later|first|thing)$/;
/** With these a date begins, or it is part of what is to be done: 'the Monday figures'. */
const BEGINS =
  /^(?:by|before|on|at|in|within|until|till|this|next|today|tonight|tomorrow|tmrw|tmr|eod|eow|asap|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sat|sun)(?:day)?)$/;
const MOST_WORDS = 7;
const LEAST_WORDS = 2;

/** The words without the date at their end: 'send you the figures' of 'send you the figures by Friday'. */
export function withoutDue(tokens: readonly Token[], moment: Moment): readonly Token[] {
  const earliest = Math.max(LEAST_WORDS, tokens.length - MOST_WORDS);
  let start = tokens.length - 1;
  while (start >= earliest && !namesDue(tokens.slice(start), moment)) start -= 1;
  if (start < earliest) return tokens;
  while (start > earliest && BEFORE_DATE.test(tokens[start - 1]?.word ?? "")) start -= 1;
  return BEGINS.test(tokens[start]?.word ?? "") ? tokens.slice(0, start) : tokens;
}
