import type { Turn } from "../intent.ts";
import type { Framed } from "./act.ts";
import { framed } from "./answer-by-frame.ts";
import { resultOf } from "./best-fit.ts";
import { readFollowUp } from "./read-follow-up.ts";

/** Answers what only completes or changes the sentence before it; null for a sentence of its own. */
export async function answerFollowUp(turn: Turn): Promise<Framed | null> {
  for (const reading of readFollowUp(turn)) {
    const { frame, roles, isCertain } = reading;
    const asked = { frame, roles, probability: 0.5, isCovered: false };
    const result = await resultOf(turn, frame, roles);
    if (isCertain || !("text" in result) || !result.isQuestion) return framed(turn, asked, result);
  }
  return null;
}
