import { HEDGES, isAdverb, wordSet } from "./word-classes.ts";

/** The form of speech that promises. */
export type Cue =
  | "will"
  | "going"
  | "let-me"
  | "progressive"
  | "present"
  | "elided"
  | "receive"
  | "delegate"
  | "thing"
  | "idiom"
  | "owe";
/** Where the words of a promise begin, and its verb: indices of tokens. */
export type Head = { start: number; verb: number; cue: Cue };
/** One sentence. `isDated`: whether words from one index to another name a date ahead. */
export type Words = {
  words: readonly string[];
  isDated: (from: number, to: number) => boolean;
  /** Whether something was asked of the author before. */
  isAnswer: boolean;
};

export type Reading = (sentence: Words, at: number) => Head | null;

export const FIRST = wordSet("i we");
export const MODALS = wordSet("will shall");
/** Before a verb without its subject there may stand these. */
const BEFORE_ELIDED = wordSet(
  ", ; : . ! - – — ( & * • … and but then also so ok okay k kk sure yes yep yeah yup no worries problem np course absolutely certainly great cool fine thanks thx ta sorry right perfect alright roger please",
);

export const SUBJECTS = wordSet("i we he she they you it who which that someone somebody everyone one");

export function skipAdverbs(words: readonly string[], from: number): number {
  let at = from;
  while (isAdverb(words[at] ?? "") && !HEDGES.has(words[at] ?? "") && at - from < 6) at += 1;
  return at;
}

/** 'tomorrow will send' */
export const followsDate = (words: readonly string[], at: number, isDated: Words["isDated"]) =>
  at > 0 &&
  at <= 4 &&
  isDated(0, at) &&
  lastSubject(words, at) === "" &&
  !words.slice(0, at).some((word) => /^(?:the|a|your|my|our|his|her|their)$/.test(word));

/** Before a colon: no names of people, as minutes have them. */
const LABELS = wordSet(
  "me us mine update ps edit plan note status todo btw fyi also today tomorrow done next",
);

/** After a sign, a conjunction of one's own sentence or a word of agreement. */
export function isClauseStart(words: readonly string[], at: number): boolean {
  if (at === 0) return true;
  const before = words[at - 1] ?? "";
  if (!BEFORE_ELIDED.has(before) && !/^[^\p{L}\p{N}'’"“”@$€£%/+=]+$/u.test(before)) return false;
  if (at === 2 && words[1] === ":" && !LABELS.has(words[0] ?? "")) return false;
  const subject = lastSubject(words, at);
  return subject === "" || FIRST.has(subject);
}

/** The nearest subject before this place: a pronoun, or 'other' for a noun with its article. */
export function lastSubject(words: readonly string[], at: number): string {
  for (let before = at - 1; before >= Math.max(0, at - 30); before -= 1) {
    const word = words[before] ?? "";
    if (/^[;:.!?–—-]$/.test(word)) return "";
    if (word === "you" && !/^(?:are|have|will|can)$/.test(words[before + 1] ?? "")) continue;
    if (/^(?:it|that|which|one)$/.test(word) && !/^(?:is|was|will|has|would)$/.test(words[before + 1] ?? ""))
      continue;
    if (SUBJECTS.has(word)) return word;
  }
  return "";
}

export const isImmediate = (words: readonly string[], from: number) =>
  words
    .slice(from, from + 30)
    .some(
      (word, index, near) =>
        /^(?:now|asap|immediately|shortly|straightaway)$/.test(word) ||
        (word === "right" && near[index + 1] === "away") ||
        (word === "straight" && near[index + 1] === "away"),
    );

export const isHedged = (words: readonly string[], from: number, to: number): boolean =>
  words.slice(from, to).some((word) => HEDGES.has(word));
