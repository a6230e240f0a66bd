import { z } from "zod";
import { localTimeConverter } from "../series/local-time-conversion.ts";
import { formatRule, parseRule, RuleError } from "../series/recurrence-rule.ts";

/* https://learn.microsoft.com/graph/api/resources/patternedrecurrence */

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
const INDEXES = ["first", "second", "third", "fourth", "last"] as const;

const Recurrence = z.object({
  pattern: z.object({
    type: z.enum([
      "daily",
      "weekly",
      "absoluteMonthly",
      "relativeMonthly",
      "absoluteYearly",
      "relativeYearly",
    ]),
    interval: z.number().int().min(1).max(999),
    daysOfWeek: z.array(z.enum(DAYS)).nullish(),
    firstDayOfWeek: z.enum(DAYS).nullish(),
    dayOfMonth: z.number().int().nullish(),
    month: z.number().int().nullish(),
    index: z.enum(INDEXES).nullish(),
  }),
  range: z.object({
    type: z.enum(["noEnd", "endDate", "numbered"]),
    endDate: z.string().nullish(),
    numberOfOccurrences: z.number().int().nullish(),
  }),
});

/** A pattern of Outlook as a rule of RFC 5545; throws RuleError for what it cannot be. */
export function parsePattern(given: unknown): string {
  const read = Recurrence.safeParse(given);
  if (!read.success) throw new RuleError("This pattern is not known");
  const { pattern, range } = read.data;
  const days = (pattern.daysOfWeek ?? []).map((day) => CODES[DAYS.indexOf(day)]).join(",");
  const place = pattern.index === "last" ? -1 : INDEXES.indexOf(pattern.index ?? "first") + 1;
  const PARTS: Record<typeof pattern.type, string[]> = {
    daily: ["FREQ=DAILY"],
    weekly: ["FREQ=WEEKLY", `BYDAY=${days}`, ...weekStart(pattern.firstDayOfWeek)],
    absoluteMonthly: ["FREQ=MONTHLY", `BYMONTHDAY=${pattern.dayOfMonth}`],
    relativeMonthly: ["FREQ=MONTHLY", `BYDAY=${days}`, `BYSETPOS=${place}`],
    absoluteYearly: ["FREQ=YEARLY", `BYMONTH=${pattern.month}`, `BYMONTHDAY=${pattern.dayOfMonth}`],
    relativeYearly: ["FREQ=YEARLY", `BYMONTH=${pattern.month}`, `BYDAY=${days}`, `BYSETPOS=${place}`],
  };
  const end =
    range.type === "numbered"
      ? [`COUNT=${range.numberOfOccurrences}`]
      : range.type === "endDate"
        ? [`UNTIL=${range.endDate?.replaceAll("-", "")}T235959Z`]
        : [];
  const rule = [
    ...PARTS[pattern.type],
    ...(pattern.interval > 1 ? [`INTERVAL=${pattern.interval}`] : []),
    ...end,
  ];
  return formatRule(parseRule(rule.join(";")));
}

const weekStart = (day: (typeof DAYS)[number] | null | undefined) =>
  day && day !== "monday" ? [`WKST=${CODES[DAYS.indexOf(day)]}`] : [];

/** A rule as a pattern of Outlook; throws RuleError for what Outlook does not have. */
export function formatPattern(rule: string, start: number, zone: string): unknown {
  const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const wall = new Date(localTimeConverter(zone).wallOf(start));
  const startDate = wall.toISOString().slice(0, 10);
  const until = parts.get("UNTIL");
  const range = parts.has("COUNT")
    ? { type: "numbered", numberOfOccurrences: Number(parts.get("COUNT")) }
    : until
      ? { type: "endDate", endDate: until.slice(0, 8).replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3") }
      : { type: "noEnd" };
  return {
    pattern: { interval: Number(parts.get("INTERVAL") ?? 1), ...patternOf(parts, wall) },
    range: { ...range, startDate, recurrenceTimeZone: zone },
  };
}

function patternOf(parts: ReadonlyMap<string, string>, wall: Date): Record<string, unknown> {
  const unknown = [...parts.keys()].find((name) => !KNOWN.has(name));
  if (unknown) throw new RuleError(`Outlook has no rule with ${unknown}`);
  const days = (parts.get("BYDAY") ?? "").split(",").filter(Boolean);
  const [, ordinal = "", only = ""] = /^(-?\d+)?([A-Z]{2})$/.exec(days[0] ?? "") ?? [];
  const position = Number(parts.get("BYSETPOS") ?? (ordinal || 0));
  const daysOfWeek = days.map((day) => DAYS[CODES.indexOf(day.slice(-2) as (typeof CODES)[number])]);
  const dayOfMonth = Number(parts.get("BYMONTHDAY") ?? wall.getUTCDate());
  const month = Number(parts.get("BYMONTH") ?? wall.getUTCMonth() + 1);
  // A fifth Monday is not the last one: most months have none.
  const index = position === -1 ? "last" : position < INDEXES.length ? INDEXES[position - 1] : undefined;
  const isRelative = only !== "";
  if (isRelative && parts.get("FREQ") !== "WEEKLY" && !index)
    throw new RuleError("Outlook has no such place in a month");
  if (!Number.isInteger(dayOfMonth) || dayOfMonth < 1)
    throw new RuleError("Outlook counts days from the first");
  switch (parts.get("FREQ")) {
    case "DAILY":
      if (isRelative) break;
      return { type: "daily" };
    case "WEEKLY":
      return {
        type: "weekly",
        daysOfWeek: isRelative ? daysOfWeek : [DAYS[wall.getUTCDay()]],
        firstDayOfWeek: DAYS[CODES.indexOf((parts.get("WKST") ?? "MO") as (typeof CODES)[number])],
      };
    case "MONTHLY":
      return isRelative
        ? { type: "relativeMonthly", daysOfWeek, index }
        : { type: "absoluteMonthly", dayOfMonth };
    case "YEARLY":
      return isRelative
        ? { type: "relativeYearly", daysOfWeek, index, month }
        : { type: "absoluteYearly", dayOfMonth, month };
  }
  throw new RuleError("Outlook has no such rule");
}

const KNOWN = new Set([
  ...["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST"],
]);
