import type { FoundCommitment, ThreadMessage } from "../model.ts";
import { isSameMatter, sharesObject } from "../reading/compare-words.ts";
import type { Sentence } from "./split-sentences.ts";

const WITHDRAWALS = [
  "nvm",
  "never mind",
  "nevermind",
  "forget it",
  "forget that",
  "scrap that",
  "scratch that",
  "strike that",
  "ignore that",
  "ignore me",
  "ignore my last",
  "disregard",
  "please ignore",
  "please disregard",
  "no need any more",
  "no need anymore",
].map((words) => words.split(" "));

/** A message that begins by taking back what was written before it. */
export function isWithdrawal(sentences: readonly Sentence[]): boolean {
  return sentences
    .slice(0, 2)
    .some(({ tokens }) =>
      WITHDRAWALS.some((words) =>
        [0, 1, 2].some((at) => words.every((word, place) => tokens[at + place]?.word === word)),
      ),
    );
}

/** All but the last that these messages promised or asked. */
export function withoutLast(
  found: readonly FoundCommitment[],
  messages: readonly ThreadMessage[],
): FoundCommitment[] {
  const last = found.findLastIndex(({ messageId }) => messages.some(({ id }) => id === messageId));
  return found.filter((_, index) => index !== last);
}

/** 'The invoice will be Tuesday now, sorry' */
export const isRenewal = (text: string): boolean =>
  /(?:^|[^\p{L}])(?:instead|now|scratch|scrap|sorry|apologies|actually|after all|delayed|delay|postponed|slipped|push|afraid|rather|unfortunately)(?:[^\p{L}]|$)/iu.test(
    text.slice(0, 2000),
  );

/** Whether a promise names another date for what the same person promised earlier. */
export const isRenewed = (
  earlier: FoundCommitment,
  { kind, by, due, what, quote }: FoundCommitment,
): boolean =>
  earlier.kind === "promise" &&
  kind === "promise" &&
  earlier.by.key === by.key &&
  earlier.due !== null &&
  due !== null &&
  earlier.due.at.getTime() !== due.at.getTime() &&
  (isSameMatter(earlier.what, what) || sharesObject(earlier.what, quote));
