import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import { PERIOD_NUMBERS } from "#platform/time/number-words.ts";
import {
  afterDate,
  afterPeriod,
  beforeOption,
  countsFromDocument,
  isRuleBook,
  type Length,
  lastDayOfMonth,
  shifted,
  type Unit,
} from "./count-periods.ts";
import { datesOf } from "./find-dates.ts";

/** A day that a rule of the document leads to, with the sentence of the rule. */
export type NoticeDate = { day: string; sentence: string };

const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/^(?:days?|tag|jour|día)/iu, "day"],
  [/^(?:weeks?|woche|semaine|semana)/iu, "week"],
  [/^(?:months?|monat|mois|mes)/iu, "month"],
  [/^(?:years?|jahr|ans?$|années?|año)/iu, "year"],
];
const LENGTH = new RegExp(
  `(?<![\\p{L}\\d])(\\d{1,3}|${Object.keys(PERIOD_NUMBERS)
    .toSorted((one, other) => other.length - one.length)
    .join(
      "|",
    )})(?: ?\\(\\d{1,3}\\))?[- ](?:calendar |full |vollen |ganzen )?(days?|weeks?|months?|years?|tagen?|wochen?|monat(?:en?|s)?|jahr(?:en?|es)?|jours?|semaines?|mois|ans?|années?|días?|semanas?|mes(?:es)?|años?)(?!\\p{L})`,
  "iu",
);
/** That a period counts back from an end. */
const NOTICE =
  /\b(?:before|prior to|notice|notif\p{L}{1,20}|ahead of|vor (?:dem |der |des )?(?:ablauf|ende|vertrags)|\p{L}{0,20}frist|kündig\p{L}{0,20}|avant|préavis|antes|preaviso|antelación)/iu;
const QUARTER = /quarter|quartal|vierteljahr|trimestre/iu;
const MONTH_END =
  /end of (?:a|the|any|each) (?:calendar )?month|monatsende|ende (?:des|eines|jedes) (?:kalender)?monats|fin (?:du|de chaque|d['’]un) mois|fin(?:al)? de(?:l)? mes/iu;
const YEAR_END =
  /end of (?:a|the|any|each) (?:calendar )?year|jahresende|ende (?:des|eines|jedes) (?:kalender)?jahres|fin de l['’]année|fin d['’]année|fin(?:al)? de(?:l)? año/iu;
const TERM_END =
  /\bend\b|expir|renewal|terminat|ablauf|laufzeit|vertragsende|ende\b|échéance|terme|fin du|reconduction|vencimiento|finalización|término|prórroga|final del/iu;
/** Notice of a breach has nothing to do with the end of the term. */
const BREACH =
  /(?<!\p{L})(?:breach\p{L}*|cured?|remed(?:y|ied)|default|wichtige[mn] grund|verstoß\p{L}*|verzug|manquements?|incumplimiento)(?!\p{L})/iu;
/** A sentence with the last day of the term. */
const ENDS =
  /\b(?:ends?|expires?|terminates?|until|through|renews?|endet|läuft bis|bis(?: zum)?|befristet|prend fin|expire|jusqu['’]au|échéance|finaliza|vence|hasta|termina)(?!\p{L})/iu;
const STARTS =
  /\b(?:as of|begins?|starts?|commenc\p{L}{1,20}|effective|from|beginnt|ab(?: dem)?|prend effet|débute|commence|à compter|comienza|empieza|entra en vigor|a partir)(?!\p{L})/iu;
const TERM =
  /\b(?:(?:initial |minimum )?term|period|duration|laufzeit|dauer|mindestlaufzeit|durée|duración|plazo|lasts|runs for|dure|dura)(?!\p{L})/iu;
const RENEWS = /renew|extend|verlänger|recondu|renouvel|prorrog|renov/iu;
/** 'payable within 14 days' counts from the day of the document. */
const WITHIN =
  /\b(?:within|innerhalb (?:von )?|binnen|zahlbar in|valid (?:for|until)|(?:validity|gültigkeit|validité|validez)(?: (?:de la oferta|de l['’]offre|of (?:the )?offer))? ?:|payment terms?:?(?: net)?|zahlungsziel:?|net|gültig für|gilt|bleibt|valable(?: pendant)?|(?:règlement|paiement) (?:à|sous)|válid[ao] (?:por|durante)|pago a|dans (?:un délai de|les)|sous|en (?:un|el) plazo de|dentro de)(?: the next| einer frist von)? *$/iu;
/** '30 Tage gültig' */
const VALID = /^\S+ \S+ (?:lang )?gültig(?!\p{L})/iu;
/** A notice of an authority counts as delivered some days after it is posted, if the document says so. */
function deliveredOn(sentence: string, sentences: readonly string[], document: string): string {
  if (!/bekanntgabe|bekannt gegeben/iu.test(sentence)) return document;
  const [, word = ""] = sentences.map((each) => POSTED.exec(each)).find((found) => found !== null) ?? [];
  const count = POSTED_DAYS[word.toLowerCase()];
  return count === undefined ? document : shifted(document, { count, unit: "day" }, 1);
}
const POSTED = /am (dritten|vierten|3\.|4\.) tag nach (?:der )?aufgabe/iu;
const POSTED_DAYS: Readonly<Record<string, number>> = { dritten: 3, vierten: 4, "3.": 3, "4.": 4 };
/**
 * The days to which notice periods lead ('60 days before the end of the term', 'three months to the end of a quarter'),
 * and terms that count from the day of the document; none before `today` (all ISO).
 */
export function noticeDatesOf(
  sentences: readonly string[],
  language: WrittenLanguage,
  days: { today: string; document: string; isDated: boolean },
): NoticeDate[] {
  const isStanding = isRuleBook(sentences);
  const end = endOfTerm(sentences, language, days.document);
  const start = startOfTerm(sentences, language, days.document);
  const isRenewed = sentences.some((sentence) => RENEWS.test(sentence));
  return sentences.flatMap((sentence) => {
    const found = lengthIn(sentence);
    if (!found) return [];
    const { index, ...length } = found;
    const after = sentence.slice(index);
    const isWithin = WITHIN.test(sentence.slice(Math.max(0, index - 30), index));
    const counted =
      days.isDated &&
      (isWithin || VALID.test(after.slice(0, 40))) &&
      countsFromDocument(sentence, after, isStanding);
    const day =
      (isWithin ? afterDate(after, length, language, days.document) : null) ??
      afterPeriod(after, length, sentences, language, days.document) ??
      (counted
        ? shifted(deliveredOn(sentence, sentences, days.document), length, 1)
        : NOTICE.test(sentence) && !(isWithin && FORWARD.test(after))
          ? (beforeDate(sentence, index, length, language, days.document) ??
            beforeOption(sentence, after, length, language, days.document) ??
            lastNotice(sentence, length, { end, isRenewed, start, today: days.today }))
          : null);
    return day !== null && day >= days.today ? [{ day, sentence }] : [];
  });
}

/** 'within 60 days of the end of the year' counts on from the end. */
const FORWARD =
  /^\S+(?: \(\d{1,3}\))?[- ]\p{L}+ (?:of|after|from|following|nach|ab|après|à compter|después|a partir)(?!\p{L})/iu;

/** Of several the one beside 'notice' or 'before': 'extended by two years unless notice is given six months before'. */
function lengthIn(sentence: string): (Length & { index: number }) | null {
  const all = [...sentence.matchAll(LENGTHS)].flatMap(({ 0: text, 1: count = "", 2: unit = "", index }) => {
    const number = Number(count) || (PERIOD_NUMBERS[count.toLowerCase()] ?? 0);
    const isBeside =
      BEFORE_LENGTH.test(sentence.slice(Math.max(0, index - 40), index)) ||
      AFTER_LENGTH.test(sentence.slice(index + text.length, index + text.length + 30));
    return number > 0 ? [{ index, count: number, unit: unitOf(unit), isBeside }] : [];
  });
  const [only] = all;
  const beside = all.find(({ isBeside }) => isBeside) ?? (all.length === 1 ? only : undefined);
  return beside ? { index: beside.index, count: beside.count, unit: beside.unit } : null;
}
/** Whether a sentence states a length of time: 'for five years'. */
export const hasLength = (sentence: string): boolean => LENGTH.test(sentence);
const LENGTHS = new RegExp(LENGTH.source, "giu");
const BEFORE_LENGTH =
  /(?:notice (?:period )?(?:of|is)|frist von|kündigungsfrist (?:beträgt|von)|préavis (?:de|est de)|preaviso (?:de|es de)|antelación de|within|innerhalb(?: von)?|binnen|dans|dentro de|plazo de)(?: at least| mindestens| au moins| al menos)? *$/iu;
const AFTER_LENGTH =
  /^['’]?(?: (?:prior |written ){0,2}notice| (?:before|prior|ahead|vor|avant|antes|zum|im voraus|de préavis|de preaviso|de antelación))/iu;

const unitOf = (text: string): Unit => UNITS.find(([words]) => words.test(text))?.[1] ?? "day";

/** '30 days before 31 December' */
function beforeDate(
  sentence: string,
  index: number,
  length: Length,
  language: WrittenLanguage,
  document: string,
): string | null {
  const rest = sentence.slice(index);
  const at = rest.search(BEFORE_DATE);
  const found = at < 0 ? undefined : datesOf(rest, language, document).find((date) => date.index > at);
  return found && found.index - at <= MAX_DISTANCE ? shifted(found.day, length, -1) : null;
}
const BEFORE_DATE = /(?<!\p{L})(?:before|prior to|ahead of|vor dem|zum|to|avant le|antes del?)(?!\p{L})/iu;
/** Characters between 'before' and the date. */
const MAX_DISTANCE = 24;

type Term = { end: string | null; isRenewed: boolean; start: string | null; today: string };

/** The next day up to which notice can be given. */
function lastNotice(sentence: string, length: Length, { end, isRenewed, start, today }: Term): string | null {
  const step = QUARTER.test(sentence)
    ? 3
    : MONTH_END.test(sentence)
      ? 1
      : YEAR_END.test(sentence)
        ? 12
        : null;
  if (step !== null) {
    // Nobody ends a contract before it begins.
    const from = start !== null && start > today ? start : today;
    const year = Number(from.slice(0, 4));
    const ends = Array.from({ length: 60 / step }, (_, at) => lastDayOfMonth(year, (at + 1) * step));
    return ends.map((each) => shifted(each, length, -1)).find((day) => day >= from) ?? null;
  }
  if (end === null || !TERM_END.test(sentence) || BREACH.test(sentence)) return null;
  for (let years = 0; years <= (isRenewed ? 10 : 0); years += 1) {
    const day = shifted(shifted(end, { count: years, unit: "year" }, 1), length, -1);
    if (day >= today) return day;
  }
  return null;
}

/** 'Period of insurance: 1 January 2027 to 31 December 2027' */
const UP_TO = /\d (?:to|until|through|bis|[–-]|au|al|hasta) /iu;

/** The stated last day, else start and length of the term; null where neither is stated. */
function endOfTerm(sentences: readonly string[], language: WrittenLanguage, document: string): string | null {
  for (const sentence of sentences.filter((each) => TERM.test(each) && UP_TO.test(each))) {
    const found = datesOf(sentence, language, document).filter(({ hasYear }) => hasYear);
    if (found.length === 2 && found[1]) return found[1].day;
  }
  for (const sentence of sentences) {
    const at = sentence.search(ENDS);
    const found =
      at < 0
        ? undefined
        : datesOf(sentence, language, document).find(({ index, hasYear }) => hasYear && index > at);
    if (found && !/\b(?:pay|zahl|pag|régl|reply|invoice|rechnung|factur)/iu.test(sentence)) return found.day;
  }
  for (const sentence of sentences.filter((each) => TERM.test(each) && !NOTICE.test(each))) {
    const [, count = "", unit = ""] = LENGTH.exec(sentence) ?? [];
    const number = Number(count) || (PERIOD_NUMBERS[count.toLowerCase()] ?? 0);
    if (number === 0) continue;
    const start = startOfTerm(sentences, language, document);
    return start === null
      ? null
      : shifted(shifted(start, { count: number, unit: unitOf(unit) }, 1), { count: 1, unit: "day" }, -1);
  }
  return null;
}

/** The first stated day on which something begins. */
function startOfTerm(
  sentences: readonly string[],
  language: WrittenLanguage,
  document: string,
): string | null {
  for (const sentence of sentences) {
    const at = sentence.search(STARTS);
    if (at < 0) continue;
    const start = datesOf(sentence, language, document).find(({ index, hasYear }) => hasYear && index > at);
    if (start) return start.day;
  }
  return null;
}
