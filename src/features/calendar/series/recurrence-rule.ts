import { t } from "#i18n/message.ts";

/** A parsed rule of RFC 5545, parts in the order of the RFC; used by pages and server. */
export type Rule = { frequency: Frequency; parts: ReadonlyMap<string, string> };

export const FREQUENCIES = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** An error in a rule, with a message for users. */
export class RuleError extends Error {}

const DAY_NAME = "(?:MO|TU|WE|TH|FR|SA|SU)";
const numbers = (digits: number, signed = false) => listOf(`${signed ? "[+-]?" : ""}\\d{1,${digits}}`);
const listOf = (one: string) => new RegExp(`^${one}(?:,${one}){0,399}$`);

/** The allowed parts of a rule, and the format of each. */
const PARTS: Record<string, RegExp> = {
  FREQ: /^[A-Z]+$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  BYMONTH: numbers(2),
  BYWEEKNO: numbers(2, true),
  BYYEARDAY: numbers(3, true),
  BYMONTHDAY: numbers(2, true),
  BYDAY: listOf(`(?:[+-]?\\d{1,2})?${DAY_NAME}`),
  BYHOUR: numbers(2),
  BYMINUTE: numbers(2),
  BYSECOND: numbers(2),
  BYSETPOS: numbers(3, true),
  WKST: new RegExp(`^${DAY_NAME}$`),
};
const RANGES: Record<string, [from: number, to: number]> = {
  BYMONTH: [1, 12],
  BYWEEKNO: [1, 53],
  BYYEARDAY: [1, 366],
  BYMONTHDAY: [1, 31],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 59],
  BYSETPOS: [1, 366],
};

/** Throws a RuleError that says what is wrong. */
export function parseRule(text: string): Rule {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, "")
    .toUpperCase()
    .split(";")) {
    const [name = "", value = "", ...rest] = part.split("=");
    if (parts.has(name)) throw new RuleError(t`The rule names ${name} twice`);
    const isWritten = rest.length === 0 && Object.hasOwn(PARTS, name) && PARTS[name]?.test(value);
    if (!isWritten) throw new RuleError(t`The rule has a part that cannot be read: ${part.slice(0, 40)}`);
    checkRange(name, value);
    parts.set(name, value);
  }
  const frequency = parts.get("FREQ") ?? "";
  if (["SECONDLY", "MINUTELY"].includes(frequency))
    throw new RuleError(t`Events cannot repeat more often than every hour`);
  if (!isFrequency(frequency)) throw new RuleError(t`The rule does not say how often the event repeats`);
  if (parts.has("COUNT") && parts.has("UNTIL"))
    throw new RuleError(t`A rule ends after a count or on a day, not both`);
  const timesADay = ["BYHOUR", "BYMINUTE", "BYSECOND"].map((name) => parts.get(name)?.split(",").length ?? 1);
  if (timesADay.reduce((product, count) => product * count, 1) > MAX_TIMES_PER_DAY)
    throw new RuleError(t`Events take place ${MAX_TIMES_PER_DAY} times a day at most`);
  return { frequency, parts };
}

export const formatRule = ({ parts }: Rule): string =>
  Object.keys(PARTS)
    .flatMap((name) => (parts.has(name) ? [`${name}=${parts.get(name)}`] : []))
    .join(";");

/** The rule with these parts replaced; null removes a part. */
export function withParts(rule: Rule, changes: Record<string, string | null>): Rule {
  const parts = new Map(rule.parts);
  for (const [name, value] of Object.entries(changes))
    if (value === null) parts.delete(name);
    else parts.set(name, value);
  return { frequency: rule.frequency, parts };
}

const MAX_TIMES_PER_DAY = 96;
const isFrequency = (name: string): name is Frequency => (FREQUENCIES as readonly string[]).includes(name);

function checkRange(name: string, value: string): void {
  const [from, to] = RANGES[name] ?? [0, Number.POSITIVE_INFINITY];
  if (!RANGES[name]) return;
  const isInRange = value
    .split(",")
    .every((one) => Math.abs(Number(one)) >= from && Math.abs(Number(one)) <= to);
  if (!isInRange) throw new RuleError(t`${name} lies between ${from} and ${to}: ${value.slice(0, 40)}`);
}
