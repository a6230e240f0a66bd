import { parseMoment } from "./parse-moment.ts";
import { startOfDay, type WallClock, wallClock } from "./wall-clock.ts";

export type DateWords = {
  /** yyyy-MM-dd in the zone: of the words, or where they name a time only, the next day with that time. */
  day: string;
  /** Whether the words name a day. */
  hasDay: boolean;
  /** HH:mm in the zone; empty if the words name none. */
  time: string;
};

type Situation = { now: Date; timeZone: string /** 0 is Sunday. */; firstWeekday: number };

/** Longer text is no date. */
const MAX_LENGTH = 60;

/** A day, a time or both in words: 'mon 9', 'tomorrow 14:00', 'in 2 weeks', '3 dec'. Null unless every word was understood. */
export function parseDateWords(text: string, { firstWeekday, ...situation }: Situation): DateWords | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, " ");
  if (typed === "" || typed.length > MAX_LENGTH || PAST_WORDS.test(typed)) return null;
  const words = inUsualWords(typed, situation, firstWeekday);
  const found = wholeMoment(words, situation);
  if (!found) return null;
  const clock = wallClock(found.at, situation.timeZone);
  return {
    day: dayOf(clock),
    hasDay: !ONLY_TIME.test(words),
    time: found.hasTime ? `${pad(clock.hour)}:${pad(clock.minute)}` : "",
  };
}

/** Some words are a date only after 'on': 'sat', 'sun', 'wed'. */
function wholeMoment(words: string, situation: Omit<Situation, "firstWeekday">) {
  for (const attempt of [words, `on ${words}`]) {
    const found = parseMoment(attempt, situation);
    if (found?.span.start === 0 && found.span.end === attempt.length) return found;
  }
  return null;
}

/** Days are read as those ahead: 'last monday' would be the next one. */
const PAST_WORDS = /\blast\b|(?<!\b(half|quarter) )\bpast\b/;
const ONLY_TIME = /^(at )?(noon|midnight|\d{1,2}(:\d{2})?( ?[ap]\.?m\.?)?)$/;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ONLY_MONTH = new RegExp(`^(on )?(${MONTHS.join("|")})[a-z]*\\.?$`);
const DAY_PARTS: Readonly<Record<string, string>> = {
  morning: "at 9:00",
  afternoon: "at 14:00",
  evening: "at 18:00",
  tonight: "today at 20:00",
};

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WEEKDAY = "(sun|mon|tue|wed|thu|fri|sat)(?:day|sday|nesday|rsday|urday|s|rs|r)?";
const NEXT_WEEK = new RegExp(`\\bnext week(?: (?:on )?${WEEKDAY})?\\b`);
const WEEKDAY_NEXT_WEEK = new RegExp(`\\b(?:on )?${WEEKDAY} next week\\b`);
const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const PAST_HOUR = new RegExp(
  `\\b(?:at )?(half|quarter) (past|to) (?:(\\d{1,2})|(${HOURS.join("|")}))(?: ?([ap])m)?\\b`,
);

function inUsualWords(typed: string, situation: Omit<Situation, "firstWeekday">, firstWeekday: number) {
  const dayOfNextWeek = (_: string, name?: string) => inNextWeek(situation, firstWeekday, name);
  const words = typed
    .replace("day after tomorrow", "in 2 days")
    .replace(WEEKDAY_NEXT_WEEK, dayOfNextWeek)
    .replace(NEXT_WEEK, dayOfNextWeek)
    .replace(/^(eod|end of (the )?day)$/, () => endOfThisDay(situation))
    .replace(/\b(eod|end of (the )?day)\b/, `at ${END_OF_WORK}`)
    .replace(PAST_HOUR, timeAroundHour)
    .replace(/\bthis (?=morning|afternoon|evening)/, "today ")
    .replace(/\b(morning|afternoon|evening|tonight) (?:at )?(\d{1,2})(:\d{2})?$/, timeInDayPart)
    .replace(/\b(morning|afternoon|evening|tonight)\b/, (part) => DAY_PARTS[part] ?? part)
    // 14.30, 14h30 and 14h, but not 'in 2h'; 3.12. and 3.12.2026
    .replace(/(^|\s)(\d{1,2})[.h](\d{2})$/, "$1$2:$3")
    .replace(/(?<!\bin)(^|\s)(\d{1,2})h$/, "$1$2:00")
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})?(?=\s|$)/, dayWithMonthName);
  const hour = /^(.*\S )?(\d{1,2})$/.exec(words);
  if (!hour) return words;
  const before = (hour[1] ?? "").trimEnd();
  const isHour = !ONLY_MONTH.test(before) && !/(^| )(at|in)$/.test(before) && Number(hour[2]) < 25;
  return isHour ? `${before} at ${hour[2]}`.trimStart() : words;
}

function dayWithMonthName(typed: string, day: string, month: string, year = ""): string {
  const name = MONTHS[Number(month) - 1];
  return name ? `${day} ${name} ${year}`.trimEnd() : typed;
}

const END_OF_WORK = "17:00";

/** The end of work, and in the evening that of the day. */
const endOfThisDay = ({ now, timeZone }: Omit<Situation, "firstWeekday">) =>
  wallClock(now, timeZone).hour < 17 ? `today at ${END_OF_WORK}` : "today at 23:59";

/** 'half past 3' is in the afternoon, as 'at 3' is. */
function timeAroundHour(...[typed, part, side, digits, word, half]: string[]): string {
  const hour = digits ? Number(digits) : HOURS.indexOf(word ?? "") + 1;
  if (hour > 23 || (half && hour > 12)) return typed ?? "";
  const isLater = half ? half === "p" : hour > 0 && hour <= 6;
  const inDay = (half ? hour % 12 : hour) + (isLater ? 12 : 0);
  const minutes = part === "half" ? 30 : 15;
  const ofDay = (24 + inDay) * 60 + (side === "past" ? minutes : -minutes);
  return `at ${pad(Math.floor(ofDay / 60) % 24)}:${pad(ofDay % 60)}`;
}

/** 'tonight at 9' is 21:00; twelve is noon or midnight, so that it is not read here. */
function timeInDayPart(typed: string, part: string, hour: string, minutes = ":00"): string {
  if (Number(hour) === 12) return typed;
  const isLater = part !== "morning" && Number(hour) < 12;
  return `${part === "tonight" ? "today " : ""}at ${Number(hour) + (isLater ? 12 : 0)}${minutes}`;
}

/** Its first day, or the one of this name. The week begins where the reader's calendar begins it. */
function inNextWeek(
  { now, timeZone }: Omit<Situation, "firstWeekday">,
  firstWeekday: number,
  name = WEEKDAYS[firstWeekday],
) {
  const { year, month, day } = wallClock(now, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const toFirst = ((firstWeekday - weekday + 6) % 7) + 1;
  const fromFirst = (WEEKDAYS.indexOf(name ?? "") - firstWeekday + 7) % 7;
  return dayOf(wallClock(startOfDay(now, timeZone, toFirst + fromFirst), timeZone));
}

const pad = (number: number, length = 2) => String(number).padStart(length, "0");
const dayOf = ({ year, month, day }: WallClock) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
