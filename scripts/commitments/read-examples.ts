import {
  type Row as Candidate,
  candidatesOf,
  readThreads,
  type Thread,
} from "#features/commitments/extraction/find-commitments.factory.ts";
import { readSentences } from "./read-sentences.ts";

/** How much it counts: rules that were written for an author's threads, or sentences for the rules, say less of others. */
export type Row = Candidate & { weight: number };
export type Corpus = { threads: Thread[]; rows: Row[] };

const corpora = new URL("../../bench/corpora/", import.meta.url);
/** Sentences of the tests; the rules were written for them. */
const KNOWN = "known";
export const WRITTEN = new Set(["written", KNOWN]);
/** Authors whose threads were looked at while the rules were written. */
export const TUNED_ON = new Set(["a", "fa", "fb", KNOWN]);
/** With authors that they do not know, rules miss more and are wrong more often: shares of right and of wrong candidates. */
const [MISSED, WRONG] = [0.25, 0.015];
const RULES = {
  promise: ["will", "thing", "present", "progressive", "idiom", "elided", "will"],
  request: ["action", "question"],
};

export const authorOf = ({ thread }: { thread: string }): string => thread.split("-")[0] ?? "";

/** All annotated threads that may be looked at, and the sentences that were written to train with. */
export function readCorpus(): Corpus {
  const threads = [
    ...readThreads(new URL("commitments-seen.jsonl", corpora)),
    ...readSentences(new URL("commitments-sentences.txt", corpora), "written"),
    ...readSentences(new URL("commitments-known-sentences.txt", corpora), KNOWN),
  ];
  return { threads, rows: threads.flatMap(candidatesOf).flatMap(variantsOf) };
}

/** Of the threads that rules were written with, and of the sentences; of what tests expect. */
const [WEIGHT_OF_TUNED, WEIGHT_OF_KNOWN] = [0.25, 2];

/** What tests expect weighs more. */
function variantsOf(candidate: Candidate): Row[] {
  const author = authorOf(candidate);
  const isTuned = WRITTEN.has(author) || TUNED_ON.has(author);
  const weight = author === KNOWN ? WEIGHT_OF_KNOWN : isTuned ? WEIGHT_OF_TUNED : 1;
  const row = { ...candidate, weight };
  return author === KNOWN ? [row, row, asUnknown(row)] : [asUnknown(row)];
}

/** As if the rules had not been written for this author. */
function asUnknown(row: Row): Row {
  if (!TUNED_ON.has(authorOf(row))) return row;
  const isRuled = !row.features.includes("rule=none");
  const share = shareOf(row.thread + row.quote + row.kind);
  if (isRuled && row.isRight && share < MISSED) return withRule(row, "none");
  if (isRuled || row.isRight || share >= WRONG) return row;
  const rules = RULES[row.kind];
  return withRule(row, rules[Math.floor(shareOf(row.quote) * rules.length)] ?? "none");
}

const withRule = (row: Row, rule: string): Row => ({
  ...row,
  features: row.features.map((feature) => (feature.startsWith("rule=") ? `rule=${rule}` : feature)),
});

/** A number from 0 to 1 that looks random and is the same each time. */
function shareOf(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 2 ** 32;
}
