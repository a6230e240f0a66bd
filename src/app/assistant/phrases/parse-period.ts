import { formatWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { parseMoment } from "#platform/time/parse-moment.ts";
import { startOfDay, wallClock } from "#platform/time/wall-clock.ts";

/** Whole days on the person's calendar; `name` is how an answer speaks of them. */
export type Period = { from: Date; to: Date; name: string };
type Situation = { now: Date; timeZone: string };

/** The days that the words speak of, such as 'today', 'this week', 'the next 3 days', 'on Friday' or 'March 3'. */
export function parsePeriod(words: string, situation: Situation): Period | null {
  const text = words
    .trim()
    .toLowerCase()
    .replace(/^(?:for|on|in|during|over|due|by|from|until|within)\s+/, "")
    .replace(/^the\s+(?=next|last|past|coming|rest)/, "");
  const dayWords = words.replace(/ (morning|noon|afternoon|evening|night)$/i, "");
  return namedDay(text, situation) ?? span(text, situation) ?? otherDay(dayWords, situation);
}

const days = ({ now, timeZone }: Situation, from: number, to: number, name: string): Period => ({
  from: startOfDay(now, timeZone, from),
  to: startOfDay(now, timeZone, to),
  name,
});

function namedDay(text: string, situation: Situation): Period | null {
  if (
    /^(today|now|tonight|(this|my) (morning|afternoon|evening)|(the|my) day|(the )?(rest|end) of (the|my) day)$/.test(
      text,
    )
  )
    return days(situation, 0, 1, "today");
  if (/^tomorrow( (morning|afternoon|evening|night))?$/.test(text)) return days(situation, 1, 2, "tomorrow");
  if (/^(yesterday|last night)$/.test(text)) return days(situation, -1, 0, "yesterday");
  if (text === "the day after tomorrow") return days(situation, 2, 3, "the day after tomorrow");
  return null;
}

function span(text: string, situation: Situation): Period | null {
  const { year, month, day } = wallClock(situation.now, situation.timeZone);
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  const monthFrom = (offset: number) =>
    Math.round((Date.UTC(year, month - 1 + offset, 1) - Date.UTC(year, month - 1, day)) / DAY);
  if (/^(this|the|the current|(the )?(rest|end) of (the|this)) week$/.test(text))
    return days(situation, /rest|end/.test(text) ? 0 : -weekday, 7 - weekday, "this week");
  if (/^(next|the coming|coming) week$/.test(text))
    return days(situation, 7 - weekday, 14 - weekday, "next week");
  if (/^(last|the past|past) week$/.test(text)) return days(situation, -7 - weekday, -weekday, "last week");
  if (/^(this|the) weekend$/.test(text)) return days(situation, 5 - weekday, 7 - weekday, "this weekend");
  if (/^(this|the|the current|(the )?end of (the|this)) month$/.test(text))
    return days(situation, monthFrom(0), monthFrom(1), "this month");
  if (text === "next month") return days(situation, monthFrom(1), monthFrom(2), "next month");
  if (text === "last month") return days(situation, monthFrom(-1), monthFrom(0), "last month");
  const [, direction = "", amount = "", unit = ""] =
    /^(next|coming|last|past) (\d{1,2}|two|three|four|five|seven|ten) (days?|weeks?)$/.exec(text) ?? [];
  if (direction === "") return null;
  const length = (NUMBERS[amount] ?? Number(amount)) * (unit.startsWith("week") ? 7 : 1);
  const isFuture = direction === "next" || direction === "coming";
  const name = `the ${isFuture ? "next" : "last"} ${length} days`;
  return isFuture ? days(situation, 0, length, name) : days(situation, -length, 1, name);
}

/** One day in any notation; null if the words contain anything else. */
function otherDay(words: string, situation: Situation): Period | null {
  const moment = parseMoment(words, situation);
  if (!moment) return null;
  const rest = words.slice(0, moment.span.start) + words.slice(moment.span.end);
  if (/[\p{L}\p{N}]/u.test(rest.replace(/\b(on|for|at|due|by|in)\b/gi, ""))) return null;
  const from = startOfDay(moment.at, situation.timeZone);
  const name = formatWeekdayAndDay(from, situation.timeZone);
  return { from, to: startOfDay(from, situation.timeZone, 1), name: `on ${name}` };
}

const DAY = 86_400_000;
const NUMBERS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, seven: 7, ten: 10 };
