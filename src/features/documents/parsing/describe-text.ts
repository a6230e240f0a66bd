import { strict } from "chrono-node/en";

export type FoundDate = {
  /** 2027-01-04 */
  day: string;
  /** 10:00, if the text states a time. */
  time: string | null;
  kind: "task" | "event";
  /** The sentence that contains the date, verbatim. */
  sentence: string;
};

export type Description = {
  /** The most relevant sentences, verbatim; null if the text is no longer than a summary. */
  summary: string | null;
  dates: FoundDate[];
};

const MAX_SENTENCES = 200;
const SUMMARY_SENTENCES = 3;
const MAX_SUMMARY_LENGTH = 600;
const SHORT_TEXT = 400;
const MAX_DATES = 20;
const MAX_SEARCHED_CHARACTERS = 20_000;
const MAX_SENTENCE_LENGTH = 500;

/**
 * The built-in engine: an extractive summary, and future dates that the text states with day, month and year. Its rules
 * are English; in other languages it finds numeric dates. `today` is an ISO date such as 2026-11-21.
 */
export function describeText(text: string, today: string): Description {
  const sentences = sentencesOf(text);
  return {
    summary: text.length < SHORT_TEXT ? null : summaryOf(sentences.slice(0, MAX_SENTENCES)),
    dates: datesIn(sentences, today),
  };
}

/** Rejoins lines that were wrapped at the width of a page. Lazy: stops at MOST_SEARCHED sentences. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const paragraph of paragraphsOf(text))
    for (const { segment } of SENTENCES.segment(paragraph)) {
      const sentence = segment.trim();
      if (sentence !== "") sentences.push(sentence);
      if (sentences.length >= MAX_SEARCHED_CHARACTERS) return sentences;
    }
  return sentences;
}

function* paragraphsOf(text: string): Generator<string> {
  let open = "";
  for (const line of text.split("\n")) {
    if (open !== "" && line === "") yield open;
    open = open !== "" && line !== "" ? `${open} ${line}` : line;
    if (line.length >= BROKEN_FROM && !/[.!?:;]$/.test(line)) continue;
    yield open;
    open = "";
  }
  yield open;
}

/** A line shorter than this was not wrapped: its paragraph ends there. */
const BROKEN_FROM = 60;
const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

const CUES =
  /\b(must|shall|agree|decide|approve|due|until|before|deadline|renew|terminat|expire|payment|rent|total|result|conclu|recommend|propose|risk|grow|grew|increase|decrease|percent)\w*|\d/i;
const STOP_WORDS = new Set(
  "the and for with from are was were been its this that these those you they our your not but will would could should have has had than then there here all any can may into also such each per".split(
    " ",
  ),
);

const wordsOf = (sentence: string) =>
  (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  );

/** Ranks sentences by how many of the recurring words of the text they contain. */
function summaryOf(sentences: readonly string[]): string | null {
  const words = sentences.map(wordsOf);
  const counts = new Map<string, number>();
  for (const word of words.flatMap((each) => [...new Set(each)]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = sentences
    .map((sentence, place) => ({
      sentence,
      place,
      score: scoreOf(words[place] ?? [], counts, sentence, place),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.place - other.place);
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === SUMMARY_SENTENCES) break;
    if (length + candidate.sentence.length > MAX_SUMMARY_LENGTH) continue;
    chosen.push(candidate);
    length += candidate.sentence.length;
  }
  if (chosen.length === 0) return null;
  return chosen
    .sort((one, other) => one.place - other.place)
    .map(({ sentence }) => sentence)
    .join(" ");
}

function scoreOf(
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  sentence: string,
  place: number,
): number {
  // A heading or a cell is no sentence.
  if (words.length < 4 || !/[.!?]["')\]]?$/.test(sentence)) return 0;
  const weight =
    words.reduce((sum, word) => sum + Math.log(counts.get(word) ?? 1), 0) / Math.sqrt(words.length);
  return weight + (CUES.test(sentence) ? 1.5 : 0) + (place < 3 ? 1 : 0);
}

const MEETING =
  /\b(meeting|meets?|appointment|call|conference|hearing|handed over|handover|visit|session|workshop|interview|ceremony|begins?|starts?)\b/i;

function datesIn(sentences: readonly string[], today: string): FoundDate[] {
  const found = new Map<string, FoundDate>();
  for (const sentence of new Set(sentences.slice(0, MAX_SEARCHED_CHARACTERS))) {
    if (!/\d{4}/.test(sentence) || sentence.length > 4 * MAX_SENTENCE_LENGTH) continue;
    for (const { start } of strict.parse(sentence, {
      instant: new Date(`${today}T00:00:00Z`),
      timezone: 0,
    })) {
      if (!(["day", "month", "year"] as const).every((part) => start.isCertain(part))) continue;
      const at = start.date().toISOString();
      const [day, time] = [at.slice(0, 10), start.isCertain("hour") ? at.slice(11, 16) : null];
      if (!/^\d{4}-/.test(at) || day < today || found.size >= MAX_DATES) continue;
      found.set(`${day} ${sentence}`, {
        day,
        time,
        kind: time !== null || MEETING.test(sentence) ? "event" : "task",
        sentence: sentence.slice(0, MAX_SENTENCE_LENGTH),
      });
    }
  }
  return [...found.values()].sort((one, other) => one.day.localeCompare(other.day));
}
