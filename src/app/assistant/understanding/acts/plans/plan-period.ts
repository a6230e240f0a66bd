import { instantOf, startOfDay, wallClock } from "#platform/time/wall-clock.ts";
import type { Turn } from "../../../intent.ts";
import type { Period } from "../../../phrases/parse-period.ts";
import { readPeriod } from "../../times/read-period.ts";

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const PLACES = ["first", "second", "third", "fourth"];
const WEEK_OF_MONTH =
  /\b(first|second|third|fourth|last) week (?:of|in) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const DAY_RANGE =
  /\b(\d{1,2})(?:st|nd|rd|th)? ?(?:to|till|until|-|\u2013) ?(?:the )?(\d{1,2})(?:st|nd|rd|th)\b/i;
/** What means the days that a plain name of a week has. */
const WEEKS: readonly (readonly [RegExp, string])[] = [
  [/\bprevious week\b/i, "last week"],
  [/\b(?:past|last|previous) (?:fortnight|two weeks)\b/i, "last 14 days"],
  [/\b(?:fortnight|two weeks)\b/i, "next 14 days"],
  [/\bcoming days\b/i, "next 7 days"],
  [/\b(?:remaining (?:days|part)|rest) of (?:the|this) week\b/i, "this week"],
  [
    /\b(?:all|whole|entire|full)\b[\w ]*\bweek\b|\b(?:any day|some ?time|late|so far|afternoons|free periods) this week\b/i,
    "this week",
  ],
  [/\b(?:whole|remaining|rest of the) (?:day|hours)\b/i, "today"],
  [/\bmonth[ -]end\b/i, "the end of the month"],
];

/** The days that the words name, also as people say them of plans: 'the whole week', 'the first week of May'. */
export function readPlanPeriod(turn: Turn, words: string): Period | null {
  return (
    readPeriod(turn, words) ?? weekOfMonth(turn, words) ?? dayRange(turn, words) ?? plainWeek(turn, words)
  );
}

function plainWeek(turn: Turn, words: string): Period | null {
  const [, name] = WEEKS.find(([pattern]) => pattern.test(words)) ?? [];
  return name === undefined ? null : readPeriod(turn, name);
}

const midnight = ({ timeZone }: Turn, year: number, month: number, day: number) =>
  instantOf({ year, month, day, hour: 0, minute: 0 }, timeZone);

/** Seven days: 1 to 7, 8 to 14 and so on; of the last week those that end with the month. */
function weekOfMonth(turn: Turn, words: string): Period | null {
  const [, place = "", name = ""] = WEEK_OF_MONTH.exec(words) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return null;
  const today = wallClock(turn.context.now, turn.timeZone);
  const year = month < today.month ? today.year + 1 : today.year;
  const index = PLACES.indexOf(place.toLowerCase());
  const from = index < 0 ? midnight(turn, year, month + 1, -6) : midnight(turn, year, month, 1 + index * 7);
  return { from, to: startOfDay(from, turn.timeZone, 7), name: words };
}

/** 'From the 5th to the 9th': of this month, or of the next one where that is over. */
function dayRange(turn: Turn, words: string): Period | null {
  const [, first, last] = DAY_RANGE.exec(words) ?? [];
  const [from, until] = [Number(first), Number(last)];
  if (!(from >= 1 && until > from && until <= 31)) return null;
  const { year, month, day } = wallClock(turn.context.now, turn.timeZone);
  const later = until < day ? 1 : 0;
  return {
    from: midnight(turn, year, month + later, from),
    to: midnight(turn, year, month + later, until + 1),
    name: words,
  };
}
