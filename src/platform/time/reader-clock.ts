import type { HourCycle } from "./hour-cycle.ts";
import { ownLocale, ownTimeZone } from "./own-time-zone.ts";
import { instantOf, type WallClock, wallClock } from "./wall-clock.ts";

/** The one clock of the page: everything shown and everything asked of the server follows it. */
export type ReaderClock = {
  /** IANA name. */
  timeZone: string;
  hourCycle: HourCycle;
  /** 0 is Sunday. */
  firstWeekday: number;
};

/** The clock of this browser, for visitors and for accounts that have none yet. */
export const browserClock = (): ReaderClock => ({
  timeZone: ownTimeZone(),
  hourCycle: localeHourCycle(),
  firstWeekday: localeWeekday(),
});

function localeHourCycle(): HourCycle {
  const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions();
  return hourCycle?.startsWith("h1") ? "h12" : "h23";
}

/** Monday if the browser does not know it. */
function localeWeekday(): number {
  // Not the browser's raw value: some give 'en-US@posix', which is no language tag.
  const locale = new Intl.Locale(ownLocale()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}

let clock = browserClock();
let isOwnZone = true;

/** Sets the clock of this page. What is on screen has to be rendered again if it is another one. */
export function setReaderClock(next: ReaderClock): void {
  clock = next;
  isOwnZone = next.timeZone === ownTimeZone();
}

export const readerTimeZone = (): string => clock.timeZone;
/** 0 is Sunday. */
export const readerFirstWeekday = (): number => clock.firstWeekday;

/** The local time at the instant on the reader's clock. Fast where that is the browser's own. */
export function readerWallClock(at: Date): WallClock {
  if (!isOwnZone) return wallClock(at, clock.timeZone);
  return {
    year: at.getFullYear(),
    month: at.getMonth() + 1,
    day: at.getDate(),
    hour: at.getHours(),
    minute: at.getMinutes(),
  };
}

/** The instant of this local time on the reader's clock. Parts beyond their range reach into the next: day 32, hour 25. */
export function readerInstant({ year, month, day, hour, minute }: WallClock): Date {
  if (!isOwnZone) return instantOf({ year, month, day, hour, minute }, clock.timeZone);
  const at = new Date(2000, 0, 1);
  at.setFullYear(year, month - 1, day);
  at.setHours(hour, minute, 0, 0);
  return at;
}

/** The same day `days` later, or earlier, at this hour of the reader's clock. */
export function readerDayAt(from: Date, days: number, hour: number): Date {
  const { year, month, day } = readerWallClock(from);
  return readerInstant({ year, month, day: day + days, hour, minute: 0 });
}

/** 0 is Sunday, on the reader's clock. */
export function readerWeekday(at: Date): number {
  const { year, month, day } = readerWallClock(at);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}
