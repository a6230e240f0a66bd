import { BANK_CHANGE, CHANGE, CLAIM, REQUEST, WHEN, withBankNote } from "#platform/language/cue-words.ts";
import { detectLanguage, type WrittenLanguage } from "#platform/language/detect-language.ts";
import { STAMP, withRows } from "./day-rows.ts";
import { datesOf, dayOfDocument } from "./find-dates.ts";
import { hasLength, noticeDatesOf } from "./find-notice-dates.ts";

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
/** These many, and up to MAX_SUMMARY_SENTENCES where the further ones have a figure, a date, a duty or a change. */
const SUMMARY_SENTENCES = 3;
const MAX_SUMMARY_SENTENCES = 8;
const MAX_SUMMARY_LENGTH = 850;
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
  /(?:^|[\s(])(?:Co|Inc|Corp|per cent|art|cl|arr|dep|lt|gem|v|Dr|Prof|Hr|Fr|Mr|Mrs|Ms|Mme|Sr|Sra|bzw|ca|inkl|zzgl|ggf|evtl|z\. ?B|e\.g|i\.e|approx|(?:Mr|Mrs|Ms|Dr|Mme|Frau|Herrn?) \p{Lu})\.$/u;

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
/** A row of a table, with its columns apart. */
const ROW = /\t|\S {3,}\S/u;
/** A line shorter than this was not wrapped: its paragraph ends there. */
const BROKEN_FROM = 60;
const NUMBER_WORD = /(?:^|[\s(])(?:no|nr|art|cl|abs|para|núm|n)\.$/iu;
const DAY_END = /(?<!\d)\d{1,2}\.$/;
const GERMAN_MONTH =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)(?!\p{L})/u;
const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

/** Duties, terms and results, besides the words that mark requests and changes. */
const CUES =
  /\b(?:must|shall|agree(?!ments?\b)|decide|postpone|confidential|approve|authori[sz]e|refuse|reject|appeal|exclu|exclusiv|valid|expir|lapse|fee|salary|interest|due|until|before|deadline|renew|terminat|expire|payment|rent|total|result|conclu|recommend|propose|risk|grow|grew|increase|decrease|percent|notice|liab|warrant)\w*|(?<!\p{L})(?:einspruch|widerspruch|nachzahlung|beschl|verschoben|reporté|aplaza|abgelehnt|gehalt|gültig|recours|acompte|valable|dépôt|recurso|salario|válid|preaviso|miete|kaution|vertrag|laufzeit|kündig|frist|haft|gewähr|zahl|vergütung|loyer|durée|préavis|garantie|paiement|résili|alquiler|renta|duración|fianza|pago|garantía)/iu;
/** What binds or costs the reader beyond the price: it is never left out for a figure. */
const GRAVE =
  /(?<!\p{L})(?:guarant(?:ee[sd]?|or)|exclu(?:ded|des?|sions?)|release[sd]?|penalt(?:y|ies)|liquidated damages|must not|may not|not (?:be )?(?:opened|refunded|to use|drive)|prior written consent|indemnif\p{L}*|revo(?:ke|cation)|only through|portal only|(?:persönliche )?bürgschaft\p{L}*|ausgeschlossen|vertragsstrafe\p{L}*|haftungsausschluss|verzicht\p{L}*|keine aufschiebende|caution (?:personnelle|solidaire)|exclus?(?:ions?)?|pénalités?|décharge|interdi(?:t|te|ction)|voter par correspondance|aval|garantía personal|excluid[oa]s?|no incluye|penalizaci(?:ón|ones)|renuncia)(?!\p{L})/iu;
/** What a program or a typist adds. */
const FORMULA =
  /(?<!\p{L})(?:maschinell erstellt|ohne unterschrift gültig|dictated but not signed|computer[- ]generated|dob)(?!\p{L})/iu;
/** A cell or a line of a form that has what matters: 'Total: 1,190.00 EUR'. */
const KEY_LINE =
  /^(?:(?:grand |sub)?total|amount|balance|due|payable|invoice|premium|rent|price|deadline|date of|gesamt|rechnungs?|betrag|fällig|zahlbar|miete|summe|frist|montant|net à payer|échéance|facture|loyer|date limite|importe|vencimiento|factura|plazo|iban|total ttc)(?: (?:no|nr)\.)?[^.!?]{0,140}\d/iu;
const FIGURE = /\d/;
/** Money and shares. */
const AMOUNT =
  /\d ?(?:%|€|\$|£|percent|per cent|prozent|pour cent|por ciento|million|mio|mrd|eur|usd|gbp|chf|euros?|pounds?|dollars?|francs?|franken|dólares)(?!\p{L})|[€$£]\d/iu;
/** A line of a form: 'Excess: 5,000 pounds'. */
const FORM_LINE = /^\p{Lu}[^:.!?\t]{1,40}: [^\t]{1,160}$/u;
/** A line of a programme: '09:30 Arrival and coffee'. */
const AGENDA_LINE = /^\d{1,2}[:.]\d{2}(?: uhr)?(?: ?[–-] ?\d{1,2}[:.]\d{2})? \p{L}.{2,100}$/iu;
/** A heading that names an amount. */
const AMOUNT_LINE = /^\p{Lu}[^.!?:\t]{15,110}$/u;
/** Salutations, and a first line of a letter that says what it is. */
const NOTHING =
  /^(?:dear|hello|sehr geehrte|guten tag|madame|monsieur|bonjour|estimad|kind regards|yours|mit freundlichen|cordialement|atentamente|page \d|seite \d)/iu;
const STOP_WORDS = new Set(
  "the and for with from are was were been its this that these those you they our your not but will would could should have has had than then there here all any can may into also such each per".split(
    " ",
  ),
);

const wordsOf = (sentence: string) =>
  (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  );

/** Ranks sentences by how many of the recurring words of the text they contain, and by figures, dates and duties. */
function summaryOf(sentences: readonly string[]): string | null {
  const words = sentences.map(wordsOf);
  const counts = new Map<string, number>();
  for (const word of words.flatMap((each) => [...new Set(each)]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const hasTotal = sentences.some((sentence) => TOTAL_LINE.test(sentence));
  const ranked = sentences
    .map((sentence, place) => ({
      sentence,
      place,
      ...scoreOf(words[place] ?? [], counts, sentence, place, hasTotal),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.place - other.place);
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === MAX_SUMMARY_SENTENCES) break;
    if (chosen.length >= SUMMARY_SENTENCES && candidate.cues < 1.5) continue;
    if (length + candidate.sentence.length > MAX_SUMMARY_LENGTH) continue;
    chosen.push(candidate);
    length += candidate.sentence.length;
  }
  if (chosen.length === 0) return null;
  return chosen
    .sort((one, other) => one.place - other.place)
    .map(({ sentence }, at) =>
      at === 0 ? sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : sentence,
    )
    .map((sentence) => sentence.replaceAll("\t", " ").replaceAll(/ {2,}/g, " "))
    .map((sentence) => (/[.!?:;…]["')\]»]?$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");
}

const TOTAL_LINE =
  /^(?:(?:grand )?total|amount due|gesamt|summe|rechnungsbetrag|net à payer|importe total)(?!\p{L})/iu;
/** One item of several that a total sums up. */
const isItemLine = (line: string): boolean => {
  const at = line.search(/[:\t]/);
  const value = at < 0 ? "" : line.slice(at + 1).replaceAll(CURRENCY, "");
  return at > 0 && at <= 60 && /\d/.test(value) && !/\p{L}/u.test(value);
};
/** A row of a table whose columns are amounts. */
const isPriceRow = (line: string): boolean => ROW.test(line) && AMOUNT.test(line) && !WHEN.test(line);
const CURRENCY = /(?<!\p{L})(?:eur|usd|gbp|chf|euros?|pounds?)(?!\p{L})/giu;
/** Numbers and names of forms that nobody needs in a summary. */
const NUMBER_LINE =
  /^(?:our ref|your ref|ref(?:erence)?|vat(?: no| number| id)?|tax id|tel|phone|fax|page|policy (?:no|number)|order form|customer|bill to|unser zeichen|ihr zeichen|ust-?id|kundennummer|telefon|réf(?:érence)?|siret|tva intracom|n\.?i\.?f|referencia|teléfono)(?!\p{L})[^:]{0,20}:/iu;
/** A day as a heading: 'Thursday, 14 January'. */
const DAY_LINE =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo),? (?:(?:den|le|el) )?(?=[^.!?]{0,30}\d)[^!?:\t]{3,34}$/iu;
/** A heading has fewer words. */
const MIN_WORDS = 5;
const NO_SCORE = { score: 0, cues: 0 };

function scoreOf(
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  sentence: string,
  place: number,
  hasTotal: boolean,
) {
  const isKey = KEY_LINE.test(sentence);
  const isForm =
    FORM_LINE.test(sentence) && (FIGURE.test(sentence) || CUES.test(sentence)) && !NUMBER_LINE.test(sentence);
  const isAmount = AMOUNT_LINE.test(sentence) && AMOUNT.test(sentence);
  const isAgenda = AGENDA_LINE.test(sentence) || DAY_LINE.test(sentence);
  const isItem = hasTotal && !isKey && (isItemLine(sentence) || isPriceRow(sentence));
  const isRow = ROW.test(sentence) && FIGURE.test(sentence) && CUES.test(sentence);
  const isLine = isRow || isKey || isForm || isAmount || isAgenda;
  // Another heading or cell is no sentence.
  if (
    !isLine &&
    (sentence.split(/\s+/).length < (CUES.test(sentence) ? MIN_WORDS - 1 : MIN_WORDS) ||
      !/[.!?]["')\]»]?$/.test(sentence))
  )
    return NO_SCORE;
  if (isItem || NOTHING.test(sentence) || FORMULA.test(sentence)) return NO_SCORE;
  const weight =
    words.reduce((sum, word) => sum + Math.log(counts.get(word) ?? 1), 0) /
    Math.sqrt(Math.max(1, words.length));
  const cues =
    (BANK_CHANGE.test(sentence) ? 6 : 0) +
    (CLAIM.test(sentence) ? 4 : 0) +
    (CUES.test(sentence) ? 1.5 : 0) +
    (GRAVE.test(sentence) ? 2.5 : 0) +
    (REQUEST.test(sentence) ? 1 : 0) +
    (CHANGE.test(sentence) ? 0.5 : 0) +
    (WHEN.test(sentence) ? 1 : 0) +
    (FIGURE.test(sentence) ? 1 : 0) +
    (AMOUNT.test(sentence) ? 1 : 0) +
    (isKey ? 1.5 : 0) +
    (isForm ? 0.5 : 0) +
    (hasLength(sentence) ? 0.5 : 0) +
    (isAgenda ? 0.5 : 0);
  // Where nothing recurs, the first sentences say what it is.
  return { score: weight + cues + (place < 3 ? 1 : 0) + 0.1, cues };
}

const MEETING =
  /\b(?:meeting|meets?|appointment|call|conference|hearing|handed over|handover|visit|session|workshop|interview|ceremony|begins?|starts?|besprechung|termin|sitzung|treffen|beginnt|übergabe|anhörung|versammlung|réunion|rendez-vous|séance|audience|débute|commence|assemblée|reunión|cita|sesión|audiencia|comienza|junta)(?!\p{L})/iu;

/** 'on 14 January 2027 at 10.40' */
const AT_TIME = /^,? at (\d{1,2})[.:](\d{2})(?!\d)/u;

function datesIn(sentences: readonly string[], language: WrittenLanguage, today: string): FoundDate[] {
  const found = new Map<string, FoundDate>();
  const searched = [...new Set(sentences.slice(0, MAX_SEARCHED_CHARACTERS))].filter(
    (sentence) => /\d/.test(sentence) && !STAMP.test(sentence) && sentence.length <= 4 * MAX_SENTENCE_LENGTH,
  );
  const document = dayOfDocument(sentences, language, today);
  const add = (date: FoundDate) => {
    if (found.size < MAX_DATES)
      found.set(`${date.day} ${date.sentence}`, {
        ...date,
        sentence: date.sentence.slice(0, MAX_SENTENCE_LENGTH),
      });
  };
  for (const { day, sentence } of noticeDatesOf(uniqueOf(sentences), language, { today, document }))
    add({ day, time: null, kind: "task", sentence });
  for (const sentence of searched) {
    // The first time below the heading of a day.
    const below = DAY_LINE.test(sentence)
      ? CLOCK.exec(sentences[sentences.indexOf(sentence) + 1] ?? "")
      : null;
    for (const { day, time: stated, index, length } of datesOf(sentence, language, document)) {
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
  return [...found.values()].sort((one, other) => one.day.localeCompare(other.day));
}

const CLOCK = /^([01]?\d|2[0-3])[:.]([0-5]\d)(?!\d)/;

/** Of a long text the first sentences have the rules. */
const uniqueOf = (sentences: readonly string[]) => [
  ...new Set(
    sentences.slice(0, MAX_RULE_SENTENCES).filter((sentence) => sentence.length <= 4 * MAX_SENTENCE_LENGTH),
  ),
];
const MAX_RULE_SENTENCES = 3_000;
