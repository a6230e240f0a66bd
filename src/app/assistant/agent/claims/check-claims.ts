import type { Card, Mark } from "../../model.ts";
import { judgeAct } from "./judge-acts.ts";
import { findUnchecked } from "./judge-values.ts";
import type { Material } from "./material.ts";
import { readActs } from "./read-acts.ts";
import { readAnswer, type SentenceClaims } from "./read-answer.ts";
import { readQuotes } from "./read-names.ts";

/** More marks than this are no help to anybody. */
const MAX_MARKS = 100;

/** The pieces of an answer that nothing of what was read, said or done supports, in their order. */
export function checkClaims(text: string, material: Material, cards: readonly Card[] = []): Mark[] {
  const answer = readAnswer(text, material, cards);
  const quotes = readQuotes(text).map((quote) => ({
    ...quote,
    isHeld: quote.words.split(/\u2026|\.\.\./).every((part) => material.holds(part)),
  }));
  const held = [
    ...quotes.filter(({ isHeld }) => isHeld),
    ...answer.sentences.flatMap((each) => titlesIn(text, each)),
  ];
  const marks: Mark[] = answer.sentences.flatMap((each) => [
    ...findUnchecked(each, answer, material).filter(
      (mark) => !held.some(({ start, end }) => mark.start >= start && mark.end <= end),
    ),
    ...readActs(each.sentence).flatMap((act) => judgeAct(act, each, answer, material)),
  ]);
  for (const { start, end, words, isHeld } of quotes)
    if (!isHeld && isClaim(words) && !isSuggested(text, start)) marks.push({ start, end, kind: "quote" });
  return merged(marks).slice(0, MAX_MARKS);
}

/** The places of the titles of the records that a sentence names: the '1:1' in a title is no figure. */
function titlesIn(text: string, { sentence: { start, end }, scopes }: SentenceClaims) {
  const lower = text.slice(start, end).toLowerCase();
  return scopes.flatMap(({ title }) => {
    const at = lower.indexOf(title.toLowerCase());
    return at < 0 || title === "" ? [] : [{ start: start + at, end: start + at + title.length }];
  });
}

/** One small word in quotation marks says nothing. */
const isClaim = (words: string) => /\s|\p{Lu}|\d/u.test(words);

/** What the person is told to say or press: "say 'approve it'". */
const isSuggested = (text: string, start: number) =>
  /\b(?:say|write|reply|type|ask(?: me)?|press|click|choose|answer(?: with)?|button) $/i.test(
    text.slice(Math.max(0, start - 20), start),
  );

/** In their order; a mark that lies within another is left out. */
function merged(marks: readonly Mark[]): Mark[] {
  const sorted = [...marks].sort((one, other) => one.start - other.start || other.end - one.end);
  const outer: Mark[] = [];
  for (const mark of sorted) {
    const last = outer.at(-1);
    if (!last || mark.start >= last.end) outer.push(mark);
    else if (mark.end > last.end) outer[outer.length - 1] = { ...last, end: mark.end };
  }
  return outer;
}
