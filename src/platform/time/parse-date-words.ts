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
const PAST_WORDS = /\b(last|past)\b/;
const ONLY_TIME = /^(at )?(noon|midnight|\d{1,2}(:\d{2})?( ?[ap]\.?m\.?)?)$/;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const ONLY_MONTH = new RegExp(`^(on )?(${MONTHS.join("|")})[a-z]*\\.?$`);
const DAY_PARTS: Readonly<Record<string, string>> = {
  morning: "at 9:00",
  afternoon: "at 14:00",
  evening: "at 18:00",
  tonight: "today at 20:00",
};

function inUsualWords(typed: string, situation: Omit<Situation, "firstWeekday">, firstWeekday: number) {
  const words = typed
    .replace("day after tomorrow", "in 2 days")
    .replace(/\bnext week\b/, () => firstDayOfNextWeek(situation, firstWeekday))
    .replace(/\bthis (?=morning|afternoon|evening)/, "today ")
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

/** The week begins where the reader's calendar begins it. */
function firstDayOfNextWeek({ now, timeZone }: Omit<Situation, "firstWeekday">, firstWeekday: number) {
  const { year, month, day } = wallClock(now, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return dayOf(wallClock(startOfDay(now, timeZone, ((firstWeekday - weekday + 6) % 7) + 1), timeZone));
}

const pad = (number: number, length = 2) => String(number).padStart(length, "0");
const dayOf = ({ year, month, day }: WallClock) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
