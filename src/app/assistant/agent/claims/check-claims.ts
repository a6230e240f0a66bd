import type { Card, Mark } from "../../model.ts";
import type { Value } from "./claim.ts";
import { judgeAct } from "./judge-acts.ts";
import { findUnchecked } from "./judge-values.ts";
import { type Material, type Scope, spaced } from "./material.ts";
import { readActs } from "./read-acts.ts";
import { readNames, readQuotes } from "./read-names.ts";
import { readValues } from "./read-values.ts";
import { type Sentence, splitSentences } from "./split-sentences.ts";
import { tokensOf } from "./tokens.ts";

/** An answer, divided, with all that it claims. */
export type ReadAnswer = { text: string; sentences: readonly SentenceClaims[] };
export type SentenceClaims = { sentence: Sentence; values: readonly Value[]; scopes: readonly Scope[] };

const CITE = /\[(\d{1,3})\]/g;
/** More marks than this are no help to anybody. */
const MAX_MARKS = 100;

/** Divides an answer and finds what it claims. `cards` are the records that it cites, in the order of their numbers. */
export function readAnswer(text: string, material: Material, cards: readonly Card[]): ReadAnswer {
  const bare = text.replaceAll(CITE, (cite) => " ".repeat(cite.length));
  const tokens = tokensOf(bare);
  const sentences = splitSentences(bare, tokens);
  const values = readValues(bare, tokens, material.clock);
  const names = readNames({ text: bare, sentences, others: values });
  const all = [...values, ...names].sort((one, other) => one.start - other.start);
  const titles = titlesByWord(material);
  let next = 0;
  const read = sentences.map((sentence): SentenceClaims => {
    const own: Value[] = [];
    while ((all[next]?.start ?? Number.POSITIVE_INFINITY) < sentence.end)
      own.push(...all.slice(next, ++next));
    return { sentence, values: own, scopes: namedIn(text, sentence, { material, cards, titles }) };
  });
  return { text, sentences: read };
}

type Title = { scope: Scope; words: string };
type Known = { material: Material; cards: readonly Card[]; titles: ReadonlyMap<string, readonly Title[]> };

/** The titles of all records by their first word, so that each word of an answer looks at few of them. */
function titlesByWord({ scopes }: Material): ReadonlyMap<string, readonly Title[]> {
  const titles = scopes
    .filter(({ id, title }) => id !== null && title.length >= 6)
    .map((scope) => ({ scope, words: ` ${spaced(scope.title)} ` }));
  return Map.groupBy(titles, ({ words }) => words.split(" ")[1] ?? "");
}

/** The records that a sentence cites, or names by their whole title. */
function namedIn(text: string, { start, end }: Sentence, { material, cards, titles }: Known): Scope[] {
  const written = text.slice(start, end + 12).replace(/(?<=\])[^[]*$/, "");
  const cited = [...written.matchAll(CITE)].flatMap(([, digits]) => {
    const card = cards[Number(digits) - 1];
    const scope = card && material.scopeOf(card.id);
    return scope ? [scope] : [];
  });
  const sentence = ` ${spaced(text.slice(start, end))} `;
  const words = new Set(sentence.split(" ").filter((word) => word !== ""));
  const named = [...words]
    .flatMap((word) => titles.get(word) ?? [])
    .filter((title) => sentence.includes(title.words))
    .map(({ scope }) => scope);
  return [...new Set([...cited, ...named])];
}

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
  const kept: Mark[] = [];
  for (const mark of sorted) {
    const last = kept.at(-1);
    if (!last || mark.start >= last.end) kept.push(mark);
    else if (mark.end > last.end) kept[kept.length - 1] = { ...last, end: mark.end };
  }
  return kept;
}
