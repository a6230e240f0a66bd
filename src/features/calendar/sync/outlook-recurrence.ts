import { z } from "zod";
import { t } from "#i18n/message.ts";
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

type Place = { zone: string; isAllDay: boolean };

/** Converts an Outlook pattern to an RFC 5545 rule; throws RuleError if that is not possible. */
export function parsePattern(input: unknown, place: Place): string {
  const read = Recurrence.safeParse(input);
  if (!read.success) throw new RuleError(t`This pattern is not known`);
  const { pattern, range } = read.data;
  const days = (pattern.daysOfWeek ?? []).map((day) => CODES[DAYS.indexOf(day)]).join(",");
  const position = pattern.index === "last" ? -1 : INDEXES.indexOf(pattern.index ?? "first") + 1;
  const PARTS: Record<typeof pattern.type, string[]> = {
    daily: ["FREQ=DAILY"],
    weekly: ["FREQ=WEEKLY", `BYDAY=${days}`, ...weekStart(pattern.firstDayOfWeek)],
    absoluteMonthly: ["FREQ=MONTHLY", `BYMONTHDAY=${pattern.dayOfMonth}`],
    relativeMonthly: ["FREQ=MONTHLY", `BYDAY=${days}`, `BYSETPOS=${position}`],
    absoluteYearly: ["FREQ=YEARLY", `BYMONTH=${pattern.month}`, `BYMONTHDAY=${pattern.dayOfMonth}`],
    relativeYearly: ["FREQ=YEARLY", `BYMONTH=${pattern.month}`, `BYDAY=${days}`, `BYSETPOS=${position}`],
  };
  const end =
    range.type === "numbered"
      ? [`COUNT=${range.numberOfOccurrences}`]
      : range.type === "endDate"
        ? [`UNTIL=${endOfDay(range.endDate ?? "", place)}`]
        : [];
  const rule = [
    ...PARTS[pattern.type],
    ...(pattern.interval > 1 ? [`INTERVAL=${pattern.interval}`] : []),
    ...end,
  ];
  return formatRule(parseRule(rule.join(";")));
}

/** The last moment of the day in the event's zone: in other zones it would be a day more or less. */
function endOfDay(day: string, { zone, isAllDay }: Place): string {
  const wall = Date.parse(`${day}T23:59:59Z`);
  if (Number.isNaN(wall)) throw new RuleError(t`This pattern has no end that can be read`);
  if (isAllDay) return day.replaceAll("-", "");
  return new Date(localTimeConverter(zone).instantOf(wall)).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
}

const weekStart = (day: (typeof DAYS)[number] | null | undefined) =>
  day && day !== "monday" ? [`WKST=${CODES[DAYS.indexOf(day)]}`] : [];

/** Converts a rule to an Outlook pattern; throws RuleError for what Outlook does not support. */
export function formatPattern(rule: string, start: number, zone: string): unknown {
  const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const clocks = localTimeConverter(zone);
  const wall = new Date(clocks.wallOf(start));
  const startDate = wall.toISOString().slice(0, 10);
  const until = parts.get("UNTIL");
  const range = parts.has("COUNT")
    ? { type: "numbered", numberOfOccurrences: Number(parts.get("COUNT")) }
    : until
      ? { type: "endDate", endDate: lastDay(until, clocks) }
      : { type: "noEnd" };
  return {
    pattern: { interval: Number(parts.get("INTERVAL") ?? 1), ...patternOf(parts, wall) },
    range: { ...range, startDate, recurrenceTimeZone: zone },
  };
}

/** The day in the event's zone. */
function lastDay(until: string, { wallOf }: ReturnType<typeof localTimeConverter>): string {
  const text = until.replace(/^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/, "$1-$2-$3T$4:$5:$6");
  return (until.endsWith("Z") ? new Date(wallOf(Date.parse(text))).toISOString() : text).slice(0, 10);
}

type Parts = ReadonlyMap<string, string>;

/** Refuses rules with a part that Outlook cannot represent: without that part it would be another rule. */
function patternOf(parts: Parts, wall: Date): Record<string, unknown> {
  const frequency = parts.get("FREQ") ?? "";
  const unknown = [...parts.keys()].find((name) => !KNOWN.has(name) && !KNOWN_OF[frequency]?.has(name));
  if (unknown || !KNOWN_OF[frequency])
    throw new RuleError(
      unknown
        ? t`Outlook has no such rule: ${frequency} with ${unknown}`
        : t`Outlook has no such rule: ${frequency}`,
    );
  if (frequency === "DAILY") return { type: "daily" };
  if (frequency === "WEEKLY")
    return {
      type: "weekly",
      daysOfWeek: parts.has("BYDAY") ? daysOf(parts).map(({ day }) => day) : [DAYS[wall.getUTCDay()]],
      firstDayOfWeek: dayNamed(parts.get("WKST") ?? "MO"),
    };
  const isRelative = parts.has("BYDAY") || parts.has("BYSETPOS");
  const dayPattern = isRelative ? dayByPlace(parts) : dayByNumber(parts, wall);
  if (frequency === "MONTHLY")
    return { type: isRelative ? "relativeMonthly" : "absoluteMonthly", ...dayPattern };
  // Without a month these days are meant in every month, or counted from the first of January.
  if (!parts.has("BYMONTH") && (isRelative || parts.has("BYMONTHDAY")))
    throw new RuleError(t`Outlook wants the month of a rule for each year`);
  const month = Number(parts.get("BYMONTH") ?? wall.getUTCMonth() + 1);
  if (Number.isNaN(month)) throw new RuleError(t`Outlook has one month in a rule for each year`);
  return { type: isRelative ? "relativeYearly" : "absoluteYearly", ...dayPattern, month };
}

const dayNamed = (code: string) => DAYS[(CODES as readonly string[]).indexOf(code)];

const daysOf = (parts: Parts) =>
  (parts.get("BYDAY") ?? "")
    .split(",")
    .map((text) => ({ ordinal: text.slice(0, -2), day: dayNamed(text.slice(-2)) }));

/** `BYDAY=1MO`, or `BYDAY=MO,TU;BYSETPOS=1`. Not the same: first Monday and first Tuesday, or the first of both. */
function dayByPlace(parts: Parts) {
  const days = daysOf(parts);
  const ordinals = days.flatMap(({ ordinal }) => (ordinal === "" ? [] : [ordinal]));
  const position = Number(parts.get("BYSETPOS") ?? ordinals[0] ?? 0);
  // A fifth Monday is not the last one: most months have only four.
  const index = position === -1 ? "last" : position < INDEXES.length ? INDEXES[position - 1] : undefined;
  const isOnePlace = ordinals.length === 0 || (days.length === 1 && !parts.has("BYSETPOS"));
  if (!index || !isOnePlace || parts.has("BYMONTHDAY"))
    throw new RuleError(t`Outlook has no such place in a month`);
  return { daysOfWeek: days.map(({ day }) => day), index };
}

function dayByNumber(parts: Parts, wall: Date) {
  const dayOfMonth = Number(parts.get("BYMONTHDAY") ?? wall.getUTCDate());
  if (!(dayOfMonth >= 1)) throw new RuleError(t`Outlook counts days from the first`);
  return { dayOfMonth };
}

const KNOWN = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"]);
const IN_MONTH = ["BYDAY", "BYMONTHDAY", "BYSETPOS"];
const KNOWN_OF: Readonly<Record<string, ReadonlySet<string>>> = {
  DAILY: new Set(),
  WEEKLY: new Set(["BYDAY"]),
  MONTHLY: new Set(IN_MONTH),
  YEARLY: new Set([...IN_MONTH, "BYMONTH"]),
};
