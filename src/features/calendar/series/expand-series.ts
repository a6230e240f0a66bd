import { RRuleTemporal } from "rrule-temporal";
import { expandCommonRule } from "./expand-common-rule.ts";
import { localTimeConverter } from "./local-time-conversion.ts";
import { formatRule, parseRule, withParts } from "./recurrence-rule.ts";

/** The times of a series, in milliseconds; an all-day event begins at 00:00 UTC of its days. */
export type Series = {
  start: number;
  isAllDay: boolean;
  /** The time zone of the series; not used for an all-day event. */
  zone: string;
  rrule: string | null;
  rdates: readonly number[];
  exdates: readonly number[];
};

/** The starts between the two instants, `from` included and `until` not, at most so many. */
export type Window = { from: number; until: number; limit: number };
export type Expanded = { starts: number[] } | { problem: string };

/** Expands each series separately: one with an error returns it and does not stop the others. */
export const expandAll = ({ series, window }: { series: readonly Series[]; window: Window }): Expanded[] =>
  series.map((one) => {
    try {
      return { starts: expandSeries(one, window) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  });

/**
 * The recurrence set of RFC 5545: DTSTART and the rule's dates, with RDATE and without EXDATE. The rule is expanded in
 * local time and then converted to the zone, so that 02:30 becomes 03:30 where clocks skip an hour.
 */
export function expandSeries(series: Series, { from, until, limit }: Window): number[] {
  const excluded = new Set(series.exdates);
  const isIncluded = (at: number) => at >= from && at < until && !excluded.has(at);
  const starts = new Set([series.start, ...series.rdates].filter(isIncluded));
  if (series.rrule !== null)
    for (const at of startsByRule(series, series.rrule, { from, until, limit: limit + excluded.size }))
      if (isIncluded(at)) starts.add(at);
  return [...starts].sort((one, other) => one - other).slice(0, limit);
}

/** Beyond these the rule is refused; a rule for people needs a few hundred steps. */
const LIMITS = { maxIterations: 20_000, maxCandidateEvaluations: 100_000 };
const DAY = 86_400_000;

function startsByRule({ start, isAllDay, zone, rrule }: Series, text: string, window: Window): number[] {
  const rule = parseRule(text);
  const clocks = localTimeConverter(isAllDay ? "UTC" : zone);
  // Hours elapse in absolute time, not in local time: hourly rules are expanded in their zone.
  const isHourly = rule.frequency === "HOURLY";
  const place = (at: number) => (isHourly ? at : clocks.wallOf(at));
  const back = (at: number) => (isHourly ? at : clocks.instantOf(at));
  const end = endOf(rule.parts.get("UNTIL"), isAllDay, place, clocks);
  const bare = withParts(rule, { UNTIL: null });
  const from = place(window.from) - DAY;
  const last = Math.min(place(window.until) + DAY, end);
  const limit = window.limit + 2;
  const plain = isHourly ? null : expandCommonRule(place(start), bare, { from, until: last + 1, end, limit });
  if (plain) return plain.map(back);
  const rules = new RRuleTemporal({
    ...LIMITS,
    rruleString: `RRULE:${formatRule(bare)}`,
    dtstart: moment(place(start), isHourly ? zone : "UTC"),
    tzid: isHourly ? zone : "UTC",
    includeDtstart: true,
    cache: false,
  });
  const starts: number[] = [];
  const step = isDense(rrule) ? 31 * DAY : Number.POSITIVE_INFINITY;
  for (let at = Math.max(from, place(start)); at <= last && starts.length < window.limit; at += step) {
    const to = Math.min(last, at + step - 1);
    const found = rules.between(new Date(at), new Date(to), true);
    starts.push(...found.map(({ epochMilliseconds }) => back(epochMilliseconds)));
  }
  return starts;
}

/** Several times a day: expanded month by month, so that the limit stops the work early. */
const isDense = (rule: string | null) => /FREQ=HOURLY|BYHOUR|BYMINUTE|BYSECOND/.test(rule ?? "");

/** The last moment of the rule, on the scale on which it is expanded; a date without a time includes the whole day. */
function endOf(
  until: string | undefined,
  isAllDay: boolean,
  place: (at: number) => number,
  { instantOf }: ReturnType<typeof localTimeConverter>,
): number {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  const [, year, month, day, hour, minute, second, zulu] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(until) ?? [];
  const wall = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 23),
    Number(minute ?? 59),
    Number(second ?? 59),
  );
  if (isAllDay) return wall;
  return place(zulu ? wall : instantOf(wall));
}

const moment = (at: number, zone: string) => ({
  timeZoneId: zone,
  toString: () => `${new Date(at).toISOString()}[${zone}]`,
});
