import type { Rule } from "./recurrence-rule.ts";

const DAY = 86_400_000;
const NAMES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
/** The parts of most rules; all other rules go to the library. */
const KNOWN = new Set(["FREQ", "INTERVAL", "COUNT", "BYDAY", "BYMONTHDAY", "BYMONTH", "WKST"]);

/** Local times, as if the zone were UTC. `end` is the last moment of the rule. */
type Span = { from: number; until: number; end: number; limit: number };

/**
 * Expands a plain rule (RFC 5545 §3.3.10) by computing days instead of trying each; null if the rule is not plain.
 * Without a COUNT it begins at the window and not at the first occurrence.
 */
export function expandCommonRule(
  start: number,
  rule: Rule,
  { from, until, end, limit }: Span,
): number[] | null {
  const plan = planOf(start, rule);
  if (!plan) return null;
  const count = Number(rule.parts.get("COUNT") ?? 0);
  const time = start - Math.floor(start / DAY) * DAY;
  const starts: number[] = [];
  let seen = 0;
  for (let step = count > 0 ? 0 : plan.stepBefore(from); ; step += 1) {
    const { first, days } = plan.period(step);
    if (first * DAY > Math.min(until, end)) return starts;
    for (const day of days) {
      const at = day * DAY + time;
      if (at < start) continue;
      // COUNT includes the first event, even if the rule does not match it: the library handles that.
      if (count > 0 && seen === 0 && at !== start) return null;
      seen += 1;
      if (at >= until || at > end || starts.length >= limit || (count > 0 && seen > count)) return starts;
      if (at >= from) starts.push(at);
    }
  }
}

type Plan = {
  /** The index of a period that ends before this time, at least that of the first. */
  stepBefore(at: number): number;
  /** The period's first day and the days in it that match the rule, in days since 1970. */
  period(step: number): { first: number; days: number[] };
};

function planOf(start: number, { frequency, parts }: Rule): Plan | null {
  if (frequency === "HOURLY" || ![...parts.keys()].every((part) => KNOWN.has(part))) return null;
  const every = Number(parts.get("INTERVAL") ?? 1);
  const names = parts.get("BYDAY")?.split(",") ?? [];
  const isPlain = names.every((name) => name.length === 2);
  const numbers = (name: string) => parts.get(name)?.split(",").map(Number) ?? [];
  const [dates, months] = [numbers("BYMONTHDAY"), numbers("BYMONTH")];
  const day = Math.floor(start / DAY);
  const isMonth = (at: number) =>
    months.length === 0 || months.includes(new Date(at * DAY).getUTCMonth() + 1);
  if (frequency === "DAILY") {
    if (!isPlain) return null;
    const isMatch = (at: number) => isMonth(at) && isNamed(at, names) && isDated(at, dates);
    return inDays(day, every, (first) => (isMatch(first) ? [first] : []));
  }
  if (frequency === "WEEKLY") {
    if (!isPlain || dates.length > 0) return null;
    const weekStart = NAMES.indexOf(parts.get("WKST") ?? "MO");
    const place = (weekday: number) => (weekday - weekStart + 7) % 7;
    const chosen = names.length > 0 ? names.map((name) => NAMES.indexOf(name)) : [weekdayOf(day)];
    const places = [...new Set(chosen.map(place))].sort((one, other) => one - other);
    const monday = day - place(weekdayOf(day));
    return inDays(monday, 7 * every, (first) => places.map((at) => first + at).filter(isMonth));
  }
  // Counted within the year and not the month: the library handles that.
  if (frequency === "YEARLY" && !isPlain && months.length === 0) return null;
  if (!isPlain && dates.length > 0) return null;
  const date = new Date(start);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const isFree = names.length === 0 && dates.length === 0;
  const daysIn = (at: number) => daysOfMonth(at, names, isFree ? [date.getUTCDate()] : dates);
  if (frequency === "MONTHLY")
    return inMonths(month, every, (at) => (isMonth(firstOf(at)) ? daysIn(at) : []));
  const chosen = months.length > 0 ? months : isFree ? [date.getUTCMonth() + 1] : ALL_MONTHS;
  const inOrder = [...new Set(chosen)].sort((one, other) => one - other);
  const year = month - date.getUTCMonth();
  return inMonths(year, 12 * every, (at) => inOrder.flatMap((one) => daysIn(at + one - 1)));
}

const ALL_MONTHS = Array.from({ length: 12 }, (_, month) => month + 1);

const inDays = (first: number, every: number, daysFrom: (first: number) => number[]): Plan => ({
  stepBefore: (at) => Math.max(0, Math.floor((Math.floor(at / DAY) - first) / every) - 1),
  period: (step) => ({ first: first + step * every, days: daysFrom(first + step * every) }),
});

/** Months are counted from the year 0. */
const inMonths = (first: number, every: number, daysFrom: (month: number) => number[]): Plan => ({
  stepBefore: (at) => {
    const date = new Date(at);
    const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
    return Math.max(0, Math.floor((month - first) / every) - 1);
  },
  period: (step) => ({ first: firstOf(first + step * every), days: daysFrom(first + step * every) }),
});

const weekdayOf = (day: number) => (((day + 4) % 7) + 7) % 7;
const firstOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY;

const isNamed = (day: number, names: readonly string[]) =>
  names.length === 0 || names.includes(NAMES[weekdayOf(day)] ?? "");

function isDated(day: number, dates: readonly number[]): boolean {
  if (dates.length === 0) return true;
  const at = new Date(day * DAY);
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return dates.some((date) => (date < 0 ? length + 1 + date : date) === at.getUTCDate());
}

/** Weekdays, their second or last ones, dates, or dates on such weekdays; sorted. */
function daysOfMonth(month: number, names: readonly string[], dates: readonly number[]): number[] {
  const first = firstOf(month);
  const length = firstOf(month + 1) - first;
  const byDate = dates
    .map((date) => (date < 0 ? length + 1 + date : date))
    .filter((date) => date >= 1 && date <= length)
    .map((date) => first + date - 1);
  const days = names.length === 0 ? byDate : names.flatMap((name) => named(first, length, name));
  const selected = dates.length > 0 ? byDate.filter((day) => days.includes(day)) : days;
  return [...new Set(selected)].sort((one, other) => one - other);
}

/** `MO`: all Mondays, `2MO`: the second, `-1MO`: the last. */
function named(first: number, length: number, name: string): number[] {
  const weekday = NAMES.indexOf(name.slice(-2));
  const days: number[] = [];
  for (let day = first + ((weekday - weekdayOf(first) + 7) % 7); day < first + length; day += 7)
    days.push(day);
  const place = Number(name.slice(0, -2));
  if (place === 0) return days;
  const one = days.at(place > 0 ? place - 1 : place);
  return one === undefined ? [] : [one];
}
