import { CLOSING, GREETING, splitSentences } from "./split-sentences.ts";

const MAX_LENGTH = 240;
const MAX_SENTENCES = 2;
/** Requests and deadlines. */
const REQUEST =
  /\b(please|could you|can you|can we|need|must|have to|has to|should|deadline|due|until|before|by (?=(?:the |next |\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tomorrow|noon|today))|otherwise|unless|approve|approval|decide|confirm|sign|propose|suggest|recommend|urgent)\b/i;
/** Changes and unexpected results. */
const CHANGE =
  /\b(agreed|decided|decision|offer|problem|because|caused?|result|late|delay(?:ed)?|cancel(?:led|ed)?|missing|wrong|broken|failed|lost|leaving|left|resign(?:ed)?|refused?|reject(?:ed)?|not|cannot|no longer|another|instead|moved?|overstated|understated|owes?|fee|price|costs?)\b/i;
const WHEN =
  /\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(today|tonight|tomorrow|this week|next week|end of)\b/i;
/** An amount or a measurement. */
const FIGURE = /\d[\d.,]*(?: ?(?:%|euros?|dollars?|pounds?|million|thousand))?/i;
/** Courtesies and introductions. */
const COURTESY =
  /\b(hope|thanks|thank you|pleasure|lovely|enjoy|wish you|good luck|look(?:ing)? forward|it would be (?:great|nice|lovely)|i wanted to|nothing dramatic|just an update|quick update|as you know|i know you|in short|it was a|nothing to do|congratulations|praised|loved)\b/i;
const STOP_WORDS = new Set(
  "the a an and or of to in on for with at by from is are was were be been it its this that these those we you i he she they our your my as not but if will would could should have has had do does did so than then there here all any can may".split(
    " ",
  ),
);

/** The sentences that say most, in their own order and words: frequent terms, figures, requests and dates count. */
export function summarizeByRule(text: string): string {
  const sentences = splitSentences(text).filter((line) => !GREETING.test(line) && !CLOSING.test(line));
  const candidates = sentences.length > 0 ? sentences : splitSentences(text);
  const frequency = new Map<string, number>();
  for (const word of candidates.flatMap(wordsOf)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const ranked = candidates
    .map((sentence, place) => ({ sentence, place, score: scoreOf(sentence, place, frequency) }))
    .sort((one, other) => other.score - one.score || one.place - other.place);
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === MAX_SENTENCES) break;
    if (chosen.length > 0 && length + candidate.sentence.length > MAX_LENGTH) continue;
    chosen.push(candidate);
    length += candidate.sentence.length + 1;
  }
  const summary = chosen
    .sort((one, other) => one.place - other.place)
    .map(({ sentence }) => sentence)
    .join(" ");
  return summary.length > MAX_LENGTH
    ? `${summary.slice(0, MAX_LENGTH - 1).replace(/(?<!\s)\s+\S*$/, "")}…`
    : summary;
}

function scoreOf(sentence: string, place: number, frequency: ReadonlyMap<string, number>): number {
  const words = wordsOf(sentence);
  if (words.length < 2) return 0;
  const weight = words.reduce((sum, word) => sum + (frequency.get(word) ?? 0), 0) / Math.sqrt(words.length);
  return (
    weight * 0.6 +
    (REQUEST.test(sentence) ? 3 : 0) +
    (CHANGE.test(sentence) ? 1.5 : 0) +
    (WHEN.test(sentence) ? 1 : 0) +
    (FIGURE.test(sentence) ? 1 : 0) +
    (place === 0 ? 1 : 0) -
    (COURTESY.test(sentence) ? 3 : 0)
  );
}

const wordsOf = (sentence: string) =>
  (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  );
