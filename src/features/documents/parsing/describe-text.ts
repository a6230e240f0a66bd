import { withBankNote } from "#platform/language/cue-words.ts";
import { detectLanguage, type WrittenLanguage } from "#platform/language/detect-language.ts";
import { isAhead, isConditional, isLongAfter } from "./date-context.ts";
import { STAMP, withRows } from "./day-rows.ts";
import { datesOf, dayOfDocument } from "./find-dates.ts";
import { noticeDatesOf } from "./find-notice-dates.ts";
import { DAY_LINE, ROW, summaryOf } from "./summarize-text.ts";

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
  /** The most relevant sentences, verbatim; null if there is no sentence. */
  summary: string | null;
  dates: FoundDate[];
};

const MAX_SENTENCES = 200;
/** A shorter text is no longer than its summary would be. */
const SHORT_TEXT = 60;
const MAX_DATES = 20;
const MAX_SEARCHED_CHARACTERS = 20_000;
const MAX_SENTENCE_LENGTH = 500;
/** Characters: about 700 pages. */
const MAX_TEXT = 2_000_000;

/**
 * The built-in engine: an extractive summary in the language of the text, and dates from `today` (such as 2026-11-21) on:
 * those that are stated, without a year by the day of the document, and those to which notice periods lead.
 */
export function describeText(text: string, today: string): Description {
  const sentences = sentencesOf(text.slice(0, MAX_TEXT));
  const found = detectLanguage(text);
  const language = found === null || found === "other" ? "en" : found;
  const summary = text.length < SHORT_TEXT ? null : summaryOf(sentences.slice(0, MAX_SENTENCES));
  return {
    summary: summary === null ? null : withBankNote(summary, text),
    dates: datesIn(sentences, language, today),
  };
}

/** Rejoins lines that were wrapped at the width of a page. Lazy: stops at MOST_SEARCHED sentences. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const paragraph of paragraphsOf(text)) {
    if (paragraph === "") continue;
    for (const sentence of segmentsOf(paragraph)) {
      const last = sentences.at(-1) ?? "";
      // 'bis zum 15. Januar' and 'Invoice no. 12' do not end there.
      const isOpen =
        (DAY_END.test(last) && GERMAN_MONTH.test(sentence)) ||
        (NUMBER_WORD.test(last) && /^\d/.test(sentence)) ||
        ABBREVIATION.test(last);
      if (isOpen) sentences[sentences.length - 1] = `${last} ${sentence}`;
      else if (sentence !== "") sentences.push(sentence);
      if (sentences.length >= MAX_SEARCHED_CHARACTERS) return sentences;
    }
  }
  return sentences;
}

/** Also at a sentence that begins with a figure. */
const segmentsOf = (paragraph: string): string[] =>
  [...SENTENCES.segment(paragraph)].flatMap(({ segment }) => segment.trim().split(BEFORE_FIGURE));
const BEFORE_FIGURE = /(?<=\p{Ll}{4}\.) (?=\d+(?:[.,]\d+)? ?(?:%|\p{Ll}))/u;
const ABBREVIATION =
  /(?:^|[\s(])(?:Mio|Mrd|Co|Inc|Corp|per cent|art|cl|arr|dep|lt|gem|v|Dr|Prof|Hr|Fr|Mr|Mrs|Ms|Mme|Sr|Sra|bzw|ca|inkl|zzgl|ggf|evtl|z\. ?B|e\.g|i\.e|approx|(?:Mr|Mrs|Ms|Dr|Mme|Frau|Herrn?) \p{Lu})\.$/u;

function* paragraphsOf(text: string): Generator<string> {
  let open = "";
  for (const line of text.split("\n")) {
    const isNext = open !== "" && line !== "" && !OWN_LINE.test(line);
    if (open !== "" && !isNext) yield open;
    open = isNext ? `${open} ${line}` : line;
    if (line.length >= BROKEN_FROM && !/[.!?:;]$/.test(line) && !ROW.test(line)) continue;
    yield open;
    open = "";
  }
  yield open;
}

/** A line of a form, a table or a list goes on with nothing. */
const OWN_LINE =
  /^\s*(?:\p{Lu}[^:.!?\t]{1,40}: |[-*•–] |\d{1,2}[.)] |§ ?\d|\d{1,2}:\d{2}[ –-])|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Mo|Di|Mi|Do|Fr|Sa|So|lun|mar|mer|jeu|ven|sam|dim)\.? \d{1,2}(?!\d)|\t|\S {3,}\S/u;
/** A line shorter than this was not wrapped: its paragraph ends there. */
const BROKEN_FROM = 60;
const NUMBER_WORD = /(?:^|[\s(])(?:no|nr|art|cl|abs|para|núm|n)\.$/iu;
const DAY_END = /(?<!\d)\d{1,2}\.$/;
const GERMAN_MONTH =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Kalenderwoche|KW)(?!\p{L})/u;
const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

const MEETING =
  /\b(?:meeting|meets?|appointment|call|conference|hearing|handed over|handover|visit|session|workshop|interview|ceremony|begins?|starts?|besprechung|termin|sitzung|treffen|beginnt|übergabe|anhörung|versammlung|réunion|rendez-vous|séance|audience|débute|commence|assemblée|reunión|cita|sesión|audiencia|comienza|junta)(?!\p{L})/iu;

/** 'on 14 January 2027 at 10.40' */
const AT_TIME = /^,? at (\d{1,2})[.:](\d{2})(?!\d)/u;

function datesIn(sentences: readonly string[], language: WrittenLanguage, today: string): FoundDate[] {
  const found = new Map<string, FoundDate>();
  const searched = [...new Set(sentences.slice(0, MAX_SEARCHED_CHARACTERS))].filter(
    (sentence) => /\d/.test(sentence) && !STAMP.test(sentence) && sentence.length <= 4 * MAX_SENTENCE_LENGTH,
  );
  const dated = dayOfDocument(sentences, language, today);
  const document = dated ?? today;
  const add = (date: FoundDate) => {
    if (found.size < MAX_DATES)
      found.set(`${date.day} ${date.sentence}`, {
        ...date,
        sentence: date.sentence.slice(0, MAX_SENTENCE_LENGTH),
      });
  };
  for (const { day, sentence } of noticeDatesOf(uniqueOf(sentences), language, {
    today,
    document,
    isDated: dated !== null,
  }))
    add({ day, time: null, kind: "task", sentence });
  for (const sentence of searched) {
    if (isConditional(sentence)) continue;
    // The first time below the heading of a day.
    const below = DAY_LINE.test(sentence)
      ? CLOCK.exec(sentences[sentences.indexOf(sentence) + 1] ?? "")
      : null;
    for (const { day, time: stated, index, length, hasYear } of datesOf(sentence, language, document)) {
      if (!hasYear && isLongAfter(day, document) && !isAhead(sentence)) continue;
      const behind = AT_TIME.exec(sentence.slice(index + length));
      const time =
        stated ??
        (behind ? `${behind[1]?.padStart(2, "0")}:${behind[2]}` : null) ??
        (below ? `${below[1]?.padStart(2, "0")}:${below[2]}` : null);
      if (day >= today)
        add({
          day,
          time,
          kind: time !== null || MEETING.test(sentence) ? "event" : "task",
          sentence: withRows(sentence, sentences),
        });
    }
  }
  return onceEach([...found.values()]).sort((one, other) => one.day.localeCompare(other.day));
}

/** A day of which a sentence of its own says more is not listed again with one that is listed for another day. */
const onceEach = (dates: readonly FoundDate[]): FoundDate[] =>
  dates.filter(
    ({ day, time, sentence }) =>
      time !== null ||
      !dates.some((other) => other.day === day && other.time === null && other.sentence !== sentence) ||
      !dates.some((other) => other.day !== day && other.sentence === sentence),
  );

const CLOCK = /^([01]?\d|2[0-3]) ?[:.h] ?([0-5]\d)(?!\d)/;

/** Of a long text the first sentences have the rules. */
const uniqueOf = (sentences: readonly string[]) => [
  ...new Set(
    sentences.slice(0, MAX_RULE_SENTENCES).filter((sentence) => sentence.length <= 4 * MAX_SENTENCE_LENGTH),
  ),
];
const MAX_RULE_SENTENCES = 3_000;
