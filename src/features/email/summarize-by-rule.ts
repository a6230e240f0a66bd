import { CLOSING, GREETING, sentencesOf } from "./shape-sentences.ts";

const LONGEST = 240;
const MOST_SENTENCES = 2;
/** What a busy reader looks for. */
const CUES =
  /\b(please|could you|can you|need|must|deadline|due|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|by (?:tomorrow|noon|the end)|until|before|approve|decide|decision|confirm|agree|sign|propose|problem|cause|result|urgent|offer)\b/i;
const STOP_WORDS = new Set(
  "the a an and or of to in on for with at by from is are was were be been it its this that these those we you i he she they our your my as not but if will would could should have has had do does did so than then there here all any can may".split(
    " ",
  ),
);

/** The sentences that say most, in their own order and words: frequent terms, figures, requests and dates count. */
export function summarizeByRule(text: string): string {
  const sentences = sentencesOf(text).filter((line) => !GREETING.test(line) && !CLOSING.test(line));
  const candidates = sentences.length > 0 ? sentences : sentencesOf(text);
  const frequency = new Map<string, number>();
  for (const word of candidates.flatMap(wordsOf)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const ranked = candidates
    .map((sentence, place) => ({ sentence, place, score: scoreOf(sentence, place, frequency) }))
    .sort((one, other) => other.score - one.score || one.place - other.place);
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === MOST_SENTENCES) break;
    if (chosen.length > 0 && length + candidate.sentence.length > LONGEST) continue;
    chosen.push(candidate);
    length += candidate.sentence.length + 1;
  }
  const summary = chosen
    .sort((one, other) => one.place - other.place)
    .map(({ sentence }) => sentence)
    .join(" ");
  return summary.length > LONGEST ? `${summary.slice(0, LONGEST - 1).replace(/\s+\S*$/, "")}…` : summary;
}

function scoreOf(sentence: string, place: number, frequency: ReadonlyMap<string, number>): number {
  const words = wordsOf(sentence);
  if (words.length < 2) return 0;
  const weight = words.reduce((sum, word) => sum + (frequency.get(word) ?? 0), 0) / Math.sqrt(words.length);
  return weight + (CUES.test(sentence) ? 3 : 0) + (/\d/.test(sentence) ? 1 : 0) + (place === 0 ? 2 : 0);
}

const wordsOf = (sentence: string) =>
  (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  );
