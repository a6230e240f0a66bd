import { formatClock, formatShortWeekdayAndDay } from "#platform/time/format-in-zone.ts";
import { daysBetween } from "#platform/time/wall-clock.ts";
import { shortened } from "../split-by-titles.ts";
import type { BriefingDay } from "./read-facts.ts";

export const quoted = ({ title }: { title: string }) => `'${shortened(title)}'`;

export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Characters. */
const MAX_REASON = 90;

/** A long reason cut, and the quotation that the cut opened closed again. */
export function shortReason(reason: string): string {
  const short = shortened(reason, MAX_REASON);
  if (short === reason || !endsInQuotation(short)) return short;
  const shorter = shortened(reason, MAX_REASON - 1);
  return endsInQuotation(shorter) ? `${shorter}”` : shorter;
}

const endsInQuotation = (text: string) => text.lastIndexOf("“") > text.lastIndexOf("”");

/** When an event of the day begins: of an earlier day there is no clock time. */
export function startOn(start: Date, day: BriefingDay): string {
  if (start >= day.from) return formatClock(start, day);
  return daysBetween(start, day.from, day.timeZone) === 1
    ? "since yesterday"
    : `since ${formatShortWeekdayAndDay(start, day.timeZone)}`;
}

/** When it ends; midnight is still of the day. */
export function endOn(end: Date, day: BriefingDay): string {
  if (end <= day.to) return formatClock(end, day);
  return daysBetween(day.from, end, day.timeZone) === 1
    ? `tomorrow ${formatClock(end, day)}`
    : formatShortWeekdayAndDay(end, day.timeZone);
}

export function listed(named: readonly string[], all: number): string {
  const more = all - named.length;
  const parts = more > 0 ? [...named, `${more} more`] : named;
  return new Intl.ListFormat("en-US").format(parts);
}
