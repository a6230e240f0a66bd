import type { WallClock } from "#platform/time/wall-clock.ts";

/** A day on the calendar; `day` may reach into the next month. `length`: of the words in tokens. */
export type NamedDay = {
  year: number;
  month: number;
  day: number;
  length: number;
  /** A general word such as 'EOD', which another date beside it makes precise. */
  isWeak?: true;
  time?: { hour: number; minute: number };
};
/** The local time at which the words were written, and whether dates such as 3/4 begin with the month. */
export type Written = { clock: WallClock; isMonthFirst: boolean };
export type Words = readonly string[];
export type Reading = (words: Words, at: number, written: Written) => NamedDay | null;

export const later = ({ clock }: Written, days: number, length: number): NamedDay => ({
  year: clock.year,
  month: clock.month,
  day: clock.day + days,
  length,
});
export const todayOf = ({ clock: { year, month, day } }: Written) =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();
export const toWeekday = (written: Written, weekday: number) => (weekday - todayOf(written) + 7) % 7;
/** Days to the Monday of next week. */
export const toNextWeek = (written: Written) => (8 - todayOf(written)) % 7 || 7;

/** 'I do it now', and not 'for now' or 'now that'. */
export const isNow = (words: Words, at: number): boolean =>
  words[at] === "now" &&
  /^(?:[.,;!?)]|and|so|)$/.test(words[at + 1] ?? "") &&
  !/^(?:for|by|until|till|til|from|just|up|as|than|even|not|so|yet|is|are|am|was|before|since|,|)$/.test(
    words[at - 1] ?? "",
  );
