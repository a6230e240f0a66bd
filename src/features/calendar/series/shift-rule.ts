import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { DAY } from "../model.ts";
import { localTimeConverter } from "./local-time-conversion.ts";
import { formatRule, parseRule, type Rule, withParts } from "./recurrence-rule.ts";

export type RuleStart = { startTime: Date; isAllDay: boolean; zone: string };

/** How a series moves when one of its occurrences is moved. */
export type RuleShift = { map(at: Date): Date; days: number; to: RuleStart };

/** In local time of the two zones: a series at nine that moves by an hour is at ten, in winter and in summer. */
export function shiftBetween(from: RuleStart, to: RuleStart): RuleShift {
  const [old, next] = [clocksOf(from), clocksOf(to)];
  const [start, end] = [old.wallOf(from.startTime.getTime()), next.wallOf(to.startTime.getTime())];
  const map = (at: Date) => {
    const wall = old.wallOf(at.getTime()) + end - start;
    return new Date(next.instantOf(to.isAllDay ? Math.floor(wall / DAY) * DAY : wall));
  };
  return { map, days: Math.floor(end / DAY) - Math.floor(start / DAY), to };
}

const clocksOf = ({ isAllDay, zone }: Pick<RuleStart, "isAllDay" | "zone">) =>
  localTimeConverter(isAllDay ? "UTC" : zone);

const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** The rule of a series that moves, if it can move too; otherwise throws that the rule itself must be changed. */
export function shiftRule(text: string, shift: RuleShift): string {
  const rule = withUntil(parseRule(text), shift);
  return formatRule(shift.days === 0 ? rule : withDays(rule, shift));
}

/** The rule that ends just before the instant. */
export function endRuleBefore(text: string, at: Date, isAllDay: boolean): string {
  const last = isAllDay ? dateText(new Date(at.getTime() - DAY)) : instantText(new Date(at.getTime() - 1000));
  return formatRule(withParts(parseRule(text), { COUNT: null, UNTIL: last }));
}

/** An UNTIL with a time moves in local time, a date by as many days as the series. */
function withUntil(rule: Rule, { map, days, to }: RuleShift): Rule {
  const until = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(rule.parts.get("UNTIL") ?? "");
  if (!until) return rule;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = until.slice(1).map(Number);
  if (until[4] === undefined)
    return withParts(rule, { UNTIL: dateText(new Date(Date.UTC(year, month - 1, day + days))) });
  const end = map(new Date(Date.UTC(year, month - 1, day, hour, minute, second)));
  return withParts(rule, { UNTIL: to.isAllDay ? dateText(end) : instantText(end) });
}

function withDays(rule: Rule, { days, to }: RuleShift): Rule {
  const wall = new Date(clocksOf(to).wallOf(to.startTime.getTime()));
  const byDay = rule.parts.get("BYDAY");
  const others = ["BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYSETPOS"].filter((part) =>
    rule.parts.has(part),
  );
  if (others.length === 0) {
    if (byDay === undefined) return rule;
    if (!/\d/.test(byDay)) return withParts(rule, { BYDAY: rotated(byDay, days) });
    const single = /^([+-]?\d)([A-Z]{2})$/.exec(byDay);
    if (single) {
      const [, ordinal = "", day = ""] = single;
      const nth = ordinal.startsWith("-") ? ordinal : String(Math.ceil(wall.getUTCDate() / 7));
      return withParts(rule, { BYDAY: `${nth}${rotated(day, days)}` });
    }
  }
  const monthDay = rule.parts.get("BYMONTHDAY");
  const isMonthDay = others.every((part) => part === "BYMONTHDAY") && /^\d+$/.test(monthDay ?? "");
  if (isMonthDay && byDay === undefined) return withParts(rule, { BYMONTHDAY: String(wall.getUTCDate()) });
  const message = t`Change the rule to move the whole series to another day`;
  throw new AppError("invalid", message, { fields: { startTime: message } });
}

const rotated = (list: string, days: number) =>
  list
    .split(",")
    .map((day) => DAYS[(((DAYS.indexOf(day) + days) % 7) + 7) % 7])
    .join(",");

const instantText = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, "");
const dateText = (at: Date) => instantText(at).slice(0, 8);
