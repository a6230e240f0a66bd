import { NUMBER_WORDS } from "#platform/time/number-words.ts";
import { startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import type { Period } from "../../phrases/parse-period.ts";

type Situation = { now: Date; timeZone: string };
/** Days from today: from the first until before the second. */
type Days = readonly [from: number, to: number];

export type PastTime = { period: Period; start: number; end: number };

const LONG_AGO = new Date(0);
const HOUR = 3_600_000;
const DAY = 86_400_000;

/**
 * The time that lies behind us and that a text names, such as 'last week', 'since Monday', 'before the 12th' or 'on Friday
 * the 13th'; null for none.
 */
export function pastTimeIn(text: string, situation: Situation): PastTime | null {
  for (const [pattern, daysOf] of FORMS) {
    const found = pattern.exec(text);
    const days = found && daysOf(found, situation);
    if (found && days) return bounded(text, found, days, situation);
  }
  return null;
}

function bounded(text: string, found: RegExpExecArray, days: Days, situation: Situation): PastTime {
  const { now, timeZone } = situation;
  const before = text.slice(0, found.index);
  const [lead = "", word = ""] =
    /\b(since|after|before|until|till|up to|prior to|older than|on|from|in|of|during|at)(?: the)? $/i.exec(
      before,
    ) ?? [];
  const whole = {
    from: startOfDay(now, timeZone, days[0]),
    to: startOfDay(now, timeZone, days[1]),
    name: nameOf(found[0]),
  };
  const start = found.index - lead.length;
  const end = found.index + found[0].length;
  return { period: limited(partOfDay(whole, found[0]), word.toLowerCase()), start, end };
}

/** 'On Monday', 'last week'. */
const nameOf = (words: string): string =>
  /^(?:today|yesterday|this|last|past|the (?:last|past)|earlier)/i.test(words)
    ? words.toLowerCase()
    : /ago$/i.test(words)
      ? words
      : `on ${words}`;

function limited(period: Period, word: string): Period {
  const bare = period.name.replace(/^on /, "");
  switch (word) {
    case "since":
      return { ...period, to: FAR_AHEAD, name: `since ${bare}` };
    case "after":
      return { from: period.to, to: FAR_AHEAD, name: `after ${bare}` };
    case "before":
    case "prior to":
    case "older than":
      return { from: LONG_AGO, to: period.from, name: `before ${bare}` };
    case "until":
    case "till":
    case "up to":
      return { from: LONG_AGO, to: period.to, name: `until ${bare}` };
    default:
      return period;
  }
}

const FAR_AHEAD = new Date(8_000_000_000_000);

const PARTS: readonly (readonly [RegExp, number, number])[] = [
  [/\bmorning\b/i, 0, 12],
  [/\bafternoon\b/i, 12, 18],
  [/\b(?:evening|night|tonight)\b/i, 17, 24],
];

function partOfDay(period: Period, words: string): Period {
  const part = PARTS.find(([pattern]) => pattern.test(words));
  if (!part || period.to.getTime() - period.from.getTime() > 1.1 * DAY) return period;
  const [, from, to] = part;
  const start = period.from.getTime();
  return { ...period, from: new Date(start + from * HOUR), to: new Date(start + to * HOUR) };
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const WEEKDAYS = "mon tue wed thu fri sat sun".split(" ");
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAY = "(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?";
const PART = "(?: (?:morning|afternoon|evening|night))?";
const ORDINALS: Readonly<Record<string, number>> = Object.fromEntries(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    .split(" ")
    .map((word, index) => [word, index + 1]),
);
const words = (source: string) => new RegExp(`\\b${source}\\b`, "i");

type Form = readonly [RegExp, (found: RegExpExecArray, situation: Situation) => Days | null];

const FORMS: readonly Form[] = [
  [
    words(`(20\\d\\d)-(\\d\\d)-(\\d\\d)`),
    (found, at) => dayOf(at, Number(found[1]), Number(found[2]), Number(found[3])),
  ],
  [
    words(`(?:${WEEKDAY},? )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?: (20\\d\\d))?`),
    (found, at) => lastDate(at, Number(found[2]), found[3], found[4]),
  ],
  [
    words(`${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (20\\d\\d))?`),
    (found, at) => lastDate(at, Number(found[2]), found[1], found[3]),
  ],
  [words(`(?:${WEEKDAY},? )?the (\\d{1,2})(?:st|nd|rd|th)`), (found, at) => lastDate(at, Number(found[2]))],
  [
    words(`the (${Object.keys(ORDINALS).slice(2).join("|")})`),
    (found, at) => lastDate(at, ORDINALS[(found[1] ?? "").toLowerCase()] ?? 0),
  ],
  [words(`(?:earlier )?(today|tonight|this (?:morning|afternoon|evening))`), () => [0, 1]],
  [words(`yesterday${PART}|last night`), () => [-1, 0]],
  [words(`(?:earlier )?(this|last|the last|past|the past) (week|month|year|weekend)`), span],
  [
    words(
      `(?:the )?(?:last|past|previous) (\\d{1,3}|two|three|four|five|seven|ten|few|couple of) (day|week|month)s?`,
    ),
    (found) => [-lengthOf(found[1], found[2]), 1],
  ],
  [words(`(?:an? )?(\\d{1,3}|a|one|two|three|four|five|few) (day|week|month)s? ago`), ago],
  [words(`(?<=older than )(\\d{1,3}|a|one|two|three|four|five) (day|week|month)s?`), ago],
  [words(`(?:last |this |past )?${WEEKDAY}${PART}`), lastWeekday],
  [
    words(`(?<=\\b(?:in|since|before|from|of|until|last|this) )${MONTH}(?: (20\\d\\d))?`),
    (found, at) => lastMonth(at, found[1], found[2]),
  ],
];

const dateNow = ({ now, timeZone }: Situation) => {
  const { year, month, day } = wallClock(now, timeZone);
  return { year, month, day, today: Date.UTC(year, month - 1, day) };
};

function dayOf(situation: Situation, year: number, month: number, day: number): Days | null {
  const at = Date.UTC(year, month - 1, day);
  if (new Date(at).getUTCDate() !== day) return null;
  const from = Math.round((at - dateNow(situation).today) / DAY);
  return [from, from + 1];
}

const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The last such day; without a month the last day of that number. */
function lastDate(situation: Situation, day: number, name?: string, year?: string): Days | null {
  const now = dateNow(situation);
  const month = name ? monthOf(name) : now.month;
  const found = dayOf(situation, year ? Number(year) : now.year, month, day);
  if (year || (found && found[0] <= 0)) return found;
  return name
    ? dayOf(situation, now.year - 1, month, day)
    : dayOf(situation, month === 1 ? now.year - 1 : now.year, month === 1 ? 12 : month - 1, day);
}

function lastMonth(situation: Situation, name = "", year?: string): Days | null {
  const now = dateNow(situation);
  const month = monthOf(name);
  const of = year ? Number(year) : month > now.month ? now.year - 1 : now.year;
  const from = Math.round((Date.UTC(of, month - 1, 1) - now.today) / DAY);
  return [from, Math.round((Date.UTC(of, month, 1) - now.today) / DAY)];
}

function lastWeekday(found: RegExpExecArray, situation: Situation): Days {
  const asked = WEEKDAYS.indexOf((found[1] ?? "").slice(0, 3).toLowerCase());
  const weekday = (new Date(dateNow(situation).today).getUTCDay() + 6) % 7;
  const back = (weekday - asked + 7) % 7 || (/^last/i.test(found[0]) ? 7 : 0);
  return [-back, 1 - back];
}

function span(found: RegExpExecArray, situation: Situation): Days {
  const { year, month, today } = dateNow(situation);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  const isThis = /this/i.test(found[1] ?? "");
  const dayFrom = (at: number) => Math.round((at - today) / DAY);
  switch ((found[2] ?? "").toLowerCase()) {
    case "week":
      return isThis ? [-weekday, 7 - weekday] : [-7 - weekday, -weekday];
    case "weekend":
      return isThis && weekday >= 5 ? [5 - weekday, 7 - weekday] : [-2 - weekday, -weekday];
    case "month":
      return isThis
        ? [dayFrom(Date.UTC(year, month - 1, 1)), dayFrom(Date.UTC(year, month, 1))]
        : [dayFrom(Date.UTC(year, month - 2, 1)), dayFrom(Date.UTC(year, month - 1, 1))];
    default:
      return isThis
        ? [dayFrom(Date.UTC(year, 0, 1)), dayFrom(Date.UTC(year + 1, 0, 1))]
        : [dayFrom(Date.UTC(year - 1, 0, 1)), dayFrom(Date.UTC(year, 0, 1))];
  }
}

const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };

function lengthOf(amount = "", unit = ""): number {
  const few: Readonly<Record<string, number>> = { few: 3, "couple of": 2, seven: 7, ten: 10 };
  const count = few[amount.toLowerCase()] ?? NUMBER_WORDS[amount.toLowerCase()] ?? Number(amount);
  return count * (DAYS_OF[unit.toLowerCase()] ?? 1);
}

function ago(found: RegExpExecArray): Days {
  const days = lengthOf(found[1], found[2]);
  return [-days, 1 - days];
}
