import type { Turn } from "../../intent.ts";
import type { Framed } from "../act.ts";
import { framed } from "../answer-by-frame.ts";
import { resultOf, tried } from "../best-fit.ts";
import { readFollowUp } from "./read-follow-up.ts";

/** Answers what only completes or changes the sentence before it; null for a sentence of its own. */
export async function answerFollowUp(given: Turn): Promise<Framed | null> {
  const before = given.previousReading;
  for (const { frame, roles, isCertain, isCorrection } of readFollowUp(given)) {
    // What was asked back belongs to the whole of what was said, with its exceptions.
    const sentence = before?.isOpen ? `${before.sentence} ${given.sentence}`.trim() : given.sentence;
    const turn = { ...given, sentence };
    const reading = { frame, roles, probability: 0.5, isCovered: false };
    const result = await tried(turn, reading);
    const isFit = isCertain || !result || !("text" in result) || !result.isQuestion;
    if (!isFit) continue;
    const answer = await framed(turn, reading, result ?? (await resultOf(turn, frame, roles)));
    return { ...answer, isCorrection: isCorrection ?? false };
  }
  return null;
}
