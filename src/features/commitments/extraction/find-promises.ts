import { type Moment, namesDue } from "../dates/read-due.ts";
import { readIdiom } from "../grammar/match-idioms.ts";
import { OTHER_SUBJECTS } from "../grammar/match-other-subjects.ts";
import { OWN_VERBS } from "../grammar/match-own-verbs.ts";
import { type Cue, type Head, isHedged, type Reading, type Words } from "../grammar/promise-heads.ts";
import { isRefused } from "../grammar/refuse-promises.ts";
import type { Sentence } from "./split-sentences.ts";

/** Tokens of a sentence that promise something: from `start` to before `end`; `verb` is the first word of what is done. */
export type Promised = { start: number; verb: number; end: number; cue: Cue };

const MAX_IN_SENTENCE = 6;

/** Sentences are asked for more than once; each belongs to one message, and so to one moment. */
const known = new WeakMap<Sentence, Map<boolean, Promised[]>>();

/** What its author promises in a sentence. */
export function findPromises(sentence: Sentence, moment: Moment, isAnswer = false): Promised[] {
  const read = known.get(sentence) ?? new Map<boolean, Promised[]>();
  known.set(sentence, read);
  const before = read.get(isAnswer);
  if (before) return before;
  const found = readPromises(sentence, moment, isAnswer);
  read.set(isAnswer, found);
  return found;
}

function readPromises({ tokens, isQuestion }: Sentence, moment: Moment, isAnswer: boolean): Promised[] {
  const words = tokens.map(({ word }) => word);
  const dates = new Map<number, boolean>();
  const isDated = (from: number, to: number) => {
    const before = dates.get(from * 1000 + to);
    if (before !== undefined) return before;
    const found = namesDue(tokens.slice(from, to), moment);
    dates.set(from * 1000 + to, found);
    return found;
  };
  const heads: Head[] = [];
  for (let at = 0; at < words.length && heads.length < MAX_IN_SENTENCE; at += 1) {
    const head = tokens[at]?.isCited ? null : headAt({ words, isDated, isAnswer }, at);
    if (!head) continue;
    heads.push(head);
    at = Math.max(at, head.verb);
  }
  const separate = heads.filter(
    (head, index) => index === 0 || isSeparate(words, heads[index - 1] ?? head, head),
  );
  return separate.flatMap((head, index): Promised[] => {
    const end = separate[index + 1]?.start ?? words.length;
    const previous = index > 0 ? (separate[index - 1]?.verb ?? 0) + 1 : 0;
    const isOut =
      isHedged(words, previous, head.verb) || isRefused({ words, isQuestion, head, previous, end });
    return isOut
      ? []
      : [{ ...head, start: clauseStart(words, head.start), end: clauseEnd(words, head.verb, end) }];
  });
}

/** 'I'll check and let you know', '… and you will receive it' are one promise; 'I'll do this and I'll do that' are two. */
function isSeparate(words: readonly string[], before: Head, head: Head): boolean {
  const isReport =
    /^(?:let|get|report|revert|update|come|confirm|inform|notify|cc|copy)$/.test(words[head.verb] ?? "") ||
    words[head.verb] === "back" ||
    isAnswerGiven(words, head.verb);
  const isSameSubject =
    words[head.start] === "i" || words[head.start] === "we" || head.cue === "let-me" || head.cue === "idiom";
  if (words[head.start - 1] === "that" && before.cue === "idiom") return false;
  if (!isSameSubject)
    return (
      head.cue === "delegate" || (head.cue === "thing" && before.cue === "thing") || before.cue === "idiom"
    );
  return !isReport && (before.cue !== "idiom" || words.slice(before.verb, head.start).includes("and"));
}

/** 'give you an answer', 'send you an update' */
export const isAnswerGiven = (words: readonly string[], verb: number): boolean =>
  /^(?:give|send|have|drop)$/.test(words[verb] ?? "") &&
  words
    .slice(verb + 1, verb + 6)
    .some((word) => /^(?:answer|update|shout|call|decision|news|line|reply)$/.test(word));

/** Objects before the subject belong to it: 'the forms I'll bring'. */
function clauseStart(words: readonly string[], at: number): number {
  let start = at;
  while (
    start > 0 &&
    at - start < 8 &&
    !/^(?:[,;:.!?()–—-]|and|but|so|then|that|because)$/.test(words[start - 1] ?? "")
  )
    start -= 1;
  return start;
}

function clauseEnd(words: readonly string[], verb: number, to: number): number {
  let end = to;
  while (end > verb + 1 && /^(?:and|but|so|then|or|[,;:–—(-])$/.test(words[end - 1] ?? "")) end -= 1;
  return end;
}

const READINGS: readonly Reading[] = [readIdiom, ...OWN_VERBS, ...OTHER_SUBJECTS];

/** The promise that begins at this word, if one does. */
function headAt(sentence: Words, at: number): Head | null {
  for (const read of READINGS) {
    const head = read(sentence, at);
    if (head) return head;
  }
  return null;
}
