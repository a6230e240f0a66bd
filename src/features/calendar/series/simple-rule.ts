import { form, plural, t } from "#i18n/message.ts";
import { formatLongDay, formatShortDate } from "#platform/time/format-in-zone.ts";

/** The common rules of RFC 5545 that the form can show. */
export type SimpleRule = {
  every: number;
  unit: Unit;
  /** Of weeks, 0 is Sunday; empty for the weekday of the start. */
  weekdays: number[];
  /** Of months: the same date, or the same weekday of the same week ('the second Tuesday'). */
  monthly: "date" | "weekday";
  end: RuleEnd;
};
export type Unit = "day" | "week" | "month" | "year";
/** `day` is the last day on which the event may begin, yyyy-MM-dd. */
export type RuleEnd = { kind: "never" } | { kind: "on"; day: string } | { kind: "after"; count: number };

const CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const NAMES = [t`Sunday`, t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`];
const FREQUENCIES: Record<Unit, string> = { day: "DAILY", week: "WEEKLY", month: "MONTHLY", year: "YEARLY" };
const DAY = 86_400_000;

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const text = (date: Date) => date.toISOString().slice(0, 10);
const weekdayOf = (day: string) => utc(day).getUTCDay();
/** 1 for the first Tuesday of its month; -1 for a fifth one, which most months lack. */
const weekOfMonth = (day: string) => {
  const nth = Math.ceil(utc(day).getUTCDate() / 7);
  return nth > 4 ? -1 : nth;
};

/** Once a week, for ever. */
export const EVERY_WEEK: SimpleRule = {
  every: 1,
  unit: "week",
  weekdays: [],
  monthly: "date",
  end: { kind: "never" },
};

/** Formats the RRULE of an event that begins on this day. `until` converts the last day into an UNTIL. */
export function formatSimpleRule(rule: SimpleRule, start: string, until: (day: string) => string): string {
  const { every, unit, weekdays, monthly, end } = rule;
  const parts = [`FREQ=${FREQUENCIES[unit]}`];
  if (every > 1) parts.push(`INTERVAL=${every}`);
  if (end.kind === "after") parts.push(`COUNT=${end.count}`);
  if (end.kind === "on") parts.push(`UNTIL=${until(end.day)}`);
  if (unit === "week" && weekdays.length > 0)
    parts.push(
      `BYDAY=${weekdays
        .toSorted()
        .map((weekday) => CODES[weekday])
        .join(",")}`,
    );
  if (unit === "month" && monthly === "weekday")
    parts.push(`BYDAY=${weekOfMonth(start)}${CODES[weekdayOf(start)]}`);
  return parts.join(";");
}

/** Null if the rule has more than the form can show: then it is left unchanged. */
export function parseSimpleRule(rrule: string, start: string): SimpleRule | null {
  const parts = new Map(rrule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const unit = (Object.keys(FREQUENCIES) as Unit[]).find((each) => FREQUENCIES[each] === parts.get("FREQ"));
  const known = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"];
  if (!unit || [...parts.keys()].some((name) => !known.includes(name))) return null;
  const days = parts.get("BYDAY")?.split(",") ?? [];
  const isNth = unit === "month" && days[0] === `${weekOfMonth(start)}${CODES[weekdayOf(start)]}`;
  const weekdays = days.map((code) => CODES.indexOf(code));
  if (unit === "week" ? weekdays.includes(-1) : days.length > (isNth ? 1 : 0)) return null;
  return {
    every: Number(parts.get("INTERVAL") ?? 1),
    unit,
    weekdays: unit === "week" ? weekdays : [],
    monthly: isNth ? "weekday" : "date",
    end: endOf(parts.get("COUNT"), parts.get("UNTIL")),
  };
}

function endOf(count: string | undefined, until: string | undefined): RuleEnd {
  if (count) return { kind: "after", count: Number(count) };
  if (!until) return { kind: "never" };
  return { kind: "on", day: `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}` };
}

/** 'Every 2 weeks on Monday and Wednesday, 10 times'. */
export function describeSimpleRule(rule: SimpleRule, start: string): string {
  const { unit, every, weekdays, end } = rule;
  const isWorkdays = unit === "week" && every === 1 && weekdays.toSorted().join() === "1,2,3,4,5";
  const description = isWorkdays ? t`Every weekday, Monday to Friday` : OFTEN[unit](rule, start);
  if (end.kind === "never") return description;
  if (end.kind === "on") return t`${description}, until ${formatShortDate(utc(end.day), "UTC")}`;
  const { count } = end;
  if (count === 1) return t`${description}, once`;
  return plural(count, {
    one: form`${description}, ${count} time`,
    other: form`${description}, ${count} times`,
  });
}

/** How often, and on which days. */
const OFTEN: Record<Unit, (rule: SimpleRule, start: string) => string> = {
  day: ({ every }) =>
    every === 1
      ? t`Every day`
      : plural(every, { one: form`Every ${every} day`, other: form`Every ${every} days` }),
  week: ({ every, weekdays }, start) => {
    const chosen = weekdays.length > 0 ? weekdays.toSorted() : [weekdayOf(start)];
    const days = joinWithAnd(chosen.map((weekday) => NAMES[weekday] ?? ""));
    if (every === 1) return t`Every week on ${days}`;
    return plural(every, {
      one: form`Every ${every} week on ${days}`,
      other: form`Every ${every} weeks on ${days}`,
    });
  },
  month: ({ every, monthly }, start) => {
    const day = describeDayOfMonth(monthly, start);
    if (every === 1) return t`Every month on ${day}`;
    return plural(every, {
      one: form`Every ${every} month on ${day}`,
      other: form`Every ${every} months on ${day}`,
    });
  },
  year: ({ every }, start) => {
    const day = formatLongDay(utc(start), "UTC");
    if (every === 1) return t`Every year on ${day}`;
    return plural(every, {
      one: form`Every ${every} year on ${day}`,
      other: form`Every ${every} years on ${day}`,
    });
  },
};

/** 'day 10', 'the second Tuesday' */
export function describeDayOfMonth(monthly: SimpleRule["monthly"], start: string): string {
  if (monthly === "date") return t`day ${utc(start).getUTCDate()}`;
  const day = NAMES[weekdayOf(start)] ?? "";
  const nth = weekOfMonth(start);
  if (nth === 1) return t`the first ${day}`;
  if (nth === 2) return t`the second ${day}`;
  if (nth === 3) return t`the third ${day}`;
  return nth === 4 ? t`the fourth ${day}` : t`the last ${day}`;
}

const joinWithAnd = (words: readonly string[]) =>
  words.length < 2 ? words.join("") : t`${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;

/** Days searched for the next occurrences: 29 February is at most eight years away. */
const MAX_DAYS_AHEAD = 366 * 9;

/** The first days of the event; includes the start only if the rule matches it. */
export function firstDays(rule: SimpleRule, start: string, limit: number): string[] {
  const days: string[] = [];
  const count = rule.end.kind === "after" ? Math.min(rule.end.count, limit) : limit;
  for (let offset = 0; offset < MAX_DAYS_AHEAD && days.length < count; offset += 1) {
    const day = text(new Date(utc(start).getTime() + offset * DAY));
    if (rule.end.kind === "on" && day > rule.end.day) break;
    if (matchesDay(rule, start, day)) days.push(day);
  }
  return days;
}

function matchesDay({ every, unit, weekdays, monthly }: SimpleRule, start: string, day: string): boolean {
  const [from, at] = [utc(start), utc(day)];
  const days = Math.round((at.getTime() - from.getTime()) / DAY);
  if (unit === "day") return days % every === 0;
  if (unit === "week") {
    // Weeks begin on Monday where a rule does not say otherwise.
    const weeks = Math.floor((days + ((from.getUTCDay() + 6) % 7)) / 7);
    const ruleWeekdays = weekdays.length > 0 ? weekdays : [from.getUTCDay()];
    return weeks % every === 0 && ruleWeekdays.includes(at.getUTCDay());
  }
  const months = (at.getUTCFullYear() - from.getUTCFullYear()) * 12 + at.getUTCMonth() - from.getUTCMonth();
  if (months % (unit === "year" ? 12 * every : every) !== 0) return false;
  if (unit === "year" || monthly === "date") return at.getUTCDate() === from.getUTCDate();
  if (at.getUTCDay() !== from.getUTCDay()) return false;
  const nth = weekOfMonth(start);
  const isLast = new Date(at.getTime() + 7 * DAY).getUTCMonth() !== at.getUTCMonth();
  return nth === -1 ? isLast : Math.ceil(at.getUTCDate() / 7) === nth;
}
