import { strict } from "chrono-node/en";
import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import { clauseAt, isBygone, NUMBERED, type StatedDate, withRangeEnds } from "./date-context.ts";

const MONTHS: Readonly<Record<"de" | "fr" | "es", readonly string[]>> = {
  de: [
    "januar|jänner",
    "februar",
    "märz",
    "april",
    "mai",
    "juni",
    "juli",
    "august",
    "september",
    "oktober",
    "november",
    "dezember",
  ],
  fr: [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
  ],
  es: [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre|setiembre",
    "octubre",
    "noviembre",
    "diciembre",
  ],
};
const NAMED: Readonly<Record<"de" | "fr" | "es", RegExp>> = {
  de: namedDates("de", "\\. ?", " "),
  fr: namedDates("fr", " ", " "),
  es: namedDates("es", " de ", " (?:de |del )?"),
};
const NUMERIC = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})(?:\2(\d{4})|\2)?(?![\d/-]|\.\d)/gu;
const ISO = /(?<![\d-])(\d{4})-(\d{2})-(\d{2})(?![\d-])/gu;
const CLOCK =
  /^,? ?(?:(?:um|ab|à|a las) )?(\d{1,2})(?:(?::|h ?)(\d{2})(?!\d)|(?= ?(?:uhr|heures?|h(?!\p{L}))))/iu;

function namedDates(language: "de" | "fr" | "es", before: string, between: string): RegExp {
  const names = MONTHS[language].map((month) => `(${month})`).join("|");
  return new RegExp(`(?<!\\d)(\\d{1,2})(?:er)?${before}(?:${names})(?!\\p{L})(?:${between}(\\d{4}))?`, "giu");
}

/**
 * The dates of a sentence that name a day and a month. One without a year is the next one from `from` (ISO), the day of
 * the document; numbers alone are dates only with a year, or in the German form '15.12.'.
 */
export function datesOf(sentence: string, language: WrittenLanguage, from: string): StatedDate[] {
  const single = language === "en" ? englishDates(sentence, from) : otherDates(sentence, language, from);
  const found = withRangeEnds(sentence, single);
  // 'The lamp was replaced on October 9' is not the next 9th of October.
  return found.filter(
    ({ hasYear, index }) => hasYear || !isBygone(clauseAt(sentence, index), PAST[language]),
  );
}

const PAST: Readonly<Record<WrittenLanguage, RegExp>> = {
  en: /\b(?:was|were|had|did|found|took|met|rose|fell|grew|paid|sent|wrote|received|began|ended|(?!need|exceed|proceed|indeed|agreed)\p{L}{3,20}ed)\b/iu,
  de: /\b(?:war|waren|wurde|wurden|fand|hatte|hatten|ging|kam|stieg|sank)\b|\b(?:hat|haben|ist|sind) .{0,120}\bge\p{L}+(?:t|en)\b/iu,
  fr: /(?<!\p{L})(?:a été|ont été|était|étaient|avait|(?:a|ont|avons) \p{L}+(?:é|u|i)e?s?(?!\p{L}))/iu,
  es: /(?:fue|fueron|estaba|había|ha sido|han sido|\p{L}{1,20}(?:ó|aron|ieron)(?!\p{L}))/iu,
};
const otherDates = (sentence: string, language: "de" | "fr" | "es", from: string): StatedDate[] =>
  [...namedIn(sentence, language, from), ...numericIn(sentence, language, from)].sort(
    (one, other) => one.index - other.index,
  );

const AMOUNT_OF_TIME = /\b(?:minutes?|hours?|days?|weeks?|fortnights?|months?|quarters?|years?)\b/iu;

function englishDates(sentence: string, from: string): StatedDate[] {
  const found = strict.parse(sentence, { instant: new Date(`${from}T00:00:00Z`), timezone: 0 });
  return found.flatMap(({ start, end, text, index }) => {
    // Neither 'four weeks before the end' nor 'within 14 days' is a date, nor 'in the second'.
    if (AMOUNT_OF_TIME.test(text) || !/\d/.test(text)) return [];
    // 'under version 3 until 31 January' is no range.
    const isNumbered = NUMBERED.test(sentence.slice(0, index)) && /^\d{1,2} /.test(text);
    const first = isNumbered ? null : componentsOf(start, text, from);
    // '1 January 2027 to 31 December 2027'
    const last = end && !end.isCertain("hour") ? componentsOf(end, text, from) : null;
    return [
      ...(first ? [{ ...first, index, length: text.length }] : []),
      ...(last && last.day !== first?.day ? [{ ...last, index: index + text.length, length: 0 }] : []),
    ];
  });
}

type Components = ReturnType<typeof strict.parse>[number]["start"];

/** Null where no day of a month is stated. */
function componentsOf(
  stated: Components,
  text: string,
  from: string,
): Pick<StatedDate, "day" | "time" | "hasYear"> | null {
  if (!stated.isCertain("day") || !stated.isCertain("month")) return null;
  const hasYear = stated.isCertain("year");
  const at = stated.date().toISOString();
  if (!/^\d{4}-/.test(at) || (!hasYear && !(/\d/.test(text) && /\p{L}{3}/u.test(text)))) return null;
  const [year = 0, month = 0, date = 0] = at.slice(0, 10).split("-").map(Number);
  const day = hasYear ? at.slice(0, 10) : nextDay({ month, date }, from);
  const time = stated.isCertain("hour") ? at.slice(11, 16) : null;
  return year > 0 && day ? { day, time, hasYear } : null;
}

function namedIn(sentence: string, language: "de" | "fr" | "es", from: string): StatedDate[] {
  return [...sentence.matchAll(NAMED[language])].flatMap((match) => {
    const month = match.slice(2, 14).findIndex((name) => name !== undefined) + 1;
    return stated(sentence, match, { date: Number(match[1]), month, year: match[14] }, from);
  });
}

function numericIn(sentence: string, language: "de" | "fr" | "es", from: string): StatedDate[] {
  const iso = [...sentence.matchAll(ISO)].flatMap((match) =>
    stated(sentence, match, { date: Number(match[3]), month: Number(match[2]), year: match[1] }, from),
  );
  const others = [...sentence.matchAll(NUMERIC)].flatMap((match) => {
    const isGermanDay = language === "de" && match[2] === "." && /\.$/.test(match[0]);
    if (match[4] === undefined && !isGermanDay) return [];
    return stated(sentence, match, { date: Number(match[1]), month: Number(match[3]), year: match[4] }, from);
  });
  return [...iso, ...others];
}

type Parts = { date: number; month: number; year: string | undefined };

function stated(
  sentence: string,
  { 0: text, index }: RegExpExecArray,
  { date, month, year }: Parts,
  from: string,
): StatedDate[] {
  const day = year === undefined ? nextDay({ month, date }, from) : isoDay(Number(year), month, date);
  if (day === null) return [];
  const [, hour, minute = "00"] =
    CLOCK.exec(sentence.slice(index + text.length, index + text.length + 30)) ?? [];
  const time = hour !== undefined && Number(hour) < 24 ? `${hour.padStart(2, "0")}:${minute}` : null;
  return [{ day, time, index, length: text.length, hasYear: year !== undefined }];
}

/** The first such day from `from` on; null where no month has it. */
function nextDay({ month, date }: { month: number; date: number }, from: string): string | null {
  const year = Number(from.slice(0, 4));
  for (const each of [year, year + 1, year + 2, year + 3, year + 4]) {
    const day = isoDay(each, month, date);
    if (day !== null && day >= from) return day;
  }
  return null;
}

/** Null for a day that the month does not have. */
function isoDay(year: number, month: number, date: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, date));
  const isReal = year > 999 && at.getUTCMonth() === month - 1 && at.getUTCDate() === date;
  return isReal ? at.toISOString().slice(0, 10) : null;
}

/** Letterheads have their date in the first lines. */
const HEAD_LENGTH = 900;
const HEAD_SENTENCES = 14;
/** 'valid until 3 March' in a heading is not the day of the document. */
const NO_HEAD =
  /\b(?:due|until|by|before|ends?|expires?|deadline|valid|fällig|bis|spätestens|endet|échéance|avant|jusqu|vence|vencimiento|hasta|antes)(?!\p{L})/iu;

/** The day of the document: the first date with a year in its head that has come already; null where it has none. */
export function dayOfDocument(
  sentences: readonly string[],
  language: WrittenLanguage,
  today: string,
): string | null {
  let length = 0;
  for (const sentence of sentences.slice(0, HEAD_SENTENCES)) {
    length += sentence.length;
    if (length > HEAD_LENGTH) break;
    if (NO_HEAD.test(sentence) || sentence.length > 160) continue;
    const found = datesOf(sentence, language, today).find(({ hasYear, day }) => hasYear && day <= today);
    if (found) return found.day;
  }
  return null;
}
