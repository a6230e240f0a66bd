import { formatWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import { type Period, parsePeriod } from "../../phrases/parse-period.ts";
import { inUsualTimes } from "./usual-times.ts";

type Situation = { now: Date; timeZone: string };

const LINK =
  / ?(?:\b(?:to|through|thru|till?|until|up to(?:,? and including)?|up until)\b|[\u2013-]) (?=\S)/i;
const BETWEEN = /^between (.{2,30}?) and (?=\S)/i;
const WEEK = /^(this|next|the coming|the following) week(?:,|:)?\s+(?:from\s+)?(?=\S)/i;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH =
  /^(?:in |during |for |throughout )?(?:the month of )?(next |this |last )?(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?(?: (20\d\d))?$/i;

/** Several days, as in 'today through Friday', 'next week, Monday to Friday', 'from the 23rd to the 27th', 'December'; null for other words. */
export function readDays(words: string, situation: Situation): Period | null {
  const text = words.trim().replace(/(?<![.,?!])[.,?!]+$/, "");
  return monthIn(text, situation) ?? fromTo(text, situation);
}

/** The month of this year or, if it is over, of the next. */
function monthIn(text: string, { now, timeZone }: Situation): Period | null {
  const [whole, side = "", name = "", year] = MONTH.exec(text) ?? [];
  if (!whole) return null;
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const today = wallClock(now, timeZone);
  // 'This March' is the one of this year, though it is over.
  const isNext = /next/i.test(side) ? month <= today.month : !/this/i.test(side) && month < today.month;
  const isLast = /last/i.test(side) && month >= today.month;
  const ofYear = year ? Number(year) : today.year + (isLast ? -1 : !/last/i.test(side) && isNext ? 1 : 0);
  const first = (offset: number) => {
    const at = ofYear * 12 + month - 1 + offset;
    return instantOf(
      { year: Math.floor(at / 12), month: (at % 12) + 1, day: 1, hour: 0, minute: 0 },
      timeZone,
    );
  };
  return { from: first(0), to: first(1), name: `in ${name[0]?.toUpperCase()}${name.slice(1)}` };
}

const WEEKDAY = "(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?";
const MONTH_NAME =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const NUMBER = "\\d{1,2}(?:st|nd|rd|th)?";
const ONE_DAY = `(?:right now|now|today|tomorrow|(?:(?:this|next|coming) )?${WEEKDAY}(?:,? (?:the )?${NUMBER})?|${MONTH_NAME} ${NUMBER}|(?:the )?${NUMBER}(?: (?:of )?${MONTH_NAME})?)`;
const RANGE = new RegExp(
  `(?:\\b(?:this|next|the coming|the following) week,? (?:from )?)?\\b${ONE_DAY}(?: and onwards?)?${LINK.source}(?:eod |end of (?:the )?day )?(?:on )?${ONE_DAY}\\b`,
  "i",
);

/** The days from one to another that a sentence names somewhere, as in 'what is due from today to Friday'; null for none. */
export function rangeIn(sentence: string, situation: Situation): Period | null {
  const [words] = RANGE.exec(sentence) ?? [];
  return words ? fromTo(words, situation) : null;
}

function fromTo(text: string, situation: Situation): Period | null {
  const [week = "", which = ""] = WEEK.exec(text) ?? [];
  const days = text
    .slice(week.length)
    .replace(/^(?:from|starting|due|on) /i, "")
    .replace(/\b(?:eod|end of (?:the )?day|close of business|cob)\b,? ?(?:on )?/gi, "");
  const [whole = "", one = ""] = BETWEEN.exec(text.slice(week.length)) ?? [];
  if (whole) return fromTo(`${week}${one} to ${text.slice(week.length + whole.length)}`, situation);
  const link = LINK.exec(days);
  if (!link || link.index === 0) return null;
  const base = which
    ? parsePeriod(`${which.replace(/^the (?:coming|following)/i, "next")} week`, situation)
    : null;
  const begin = base ? { ...situation, now: startOfDay(base.from, situation.timeZone, -1) } : situation;
  const first = dayOf(days.slice(0, link.index), begin);
  if (!first) return null;
  const rest = days.slice(link.index + link[0].length);
  const last = dayOf(withMonthOf(days.slice(0, link.index), rest), { ...begin, now: first.from });
  if (!last || last.from <= first.from) return null;
  const { timeZone } = situation;
  const end = startOfDay(last.to, timeZone, -1);
  const name = `from ${formatWeekdayAndDay(first.from, timeZone)} to ${formatWeekdayAndDay(end, timeZone)}`;
  return { from: first.from, to: last.to, name };
}

/** One day; 'now' is today. */
function dayOf(words: string, situation: Situation): Period | null {
  const text = words.trim().replace(/^(?:right )?now$/i, "today");
  return parsePeriod(text, situation) ?? parsePeriod(inUsualTimes(text, situation), situation);
}

/** 'Nov 23' and '27' are both in November. */
const withMonthOf = (first: string, last: string): string => {
  const [, month] = /^([a-z]{3,9})\.? \d{1,2}(?:st|nd|rd|th)?$/i.exec(first.trim()) ?? [];
  return month && /^\d{1,2}(?:st|nd|rd|th)?$/.test(last.trim()) ? `${month} ${last}` : last;
};
