import type { SignedIn } from "#platform/capability/context.ts";
import { describeLength } from "../describe-reasons.ts";
import { guessMinutes } from "../reading/guess-minutes.ts";
import { readHistory } from "../reading/read-tasks.ts";
import type { DescribedTask, LengthGuess } from "./review-model.ts";

/** What a plan assumes for a task without an estimate, and what that is made from. */
export async function guessLength(context: SignedIn, task: DescribedTask): Promise<LengthGuess> {
  const guess = guessMinutes(task, await readHistory(context));
  return { ...guess, text: describeLength({ kind: "guess", ...guess }) };
}
