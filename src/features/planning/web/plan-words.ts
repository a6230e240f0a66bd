import { CircleCheck, FileText, type LucideIcon, Mail } from "lucide-react";
import { plural, term } from "#i18n/message.ts";
import { localInstant } from "#platform/time/local-day.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import {
  formatClockRange,
  formatDateRange,
  formatShortWeekday,
  formatTime,
  formatWeekdayAndDay,
} from "#ui/dates.ts";
import type { PlanRow } from "./proposal-rows.ts";

export const KINDS: Record<PlanRow["kind"], { icon: LucideIcon; word: string }> = {
  task: { icon: CircleCheck, word: term("Task", "what time is planned for") },
  preparation: { icon: FileText, word: term("Preparation", "of a meeting: what time is planned for") },
  answer: { icon: Mail, word: term("Answer", "of a mail: what time is planned for") },
};

/** What hours went into. */
export const KIND_NAMES: Record<PlanRow["kind"], string> = {
  task: term("Tasks", "what hours went into"),
  preparation: term("Preparation", "what hours went into"),
  answer: term("Answers", "what hours went into"),
};

/** '9:00 – 10:30 AM' */
export const timesOf = ({ startTime, endTime }: Pick<PlanRow, "startTime" | "endTime">): string =>
  formatClockRange(new Date(startTime), new Date(endTime), readerTimeZone());

/** 'Thu, 9:00 AM': where a block was. */
export const oldTimeOf = ({ startTime }: Pick<PlanRow, "startTime">): string => {
  const at = new Date(startTime);
  return `${formatShortWeekday(at)}, ${formatTime(at)}`;
};

const noonOf = (day: string): Date => new Date(localInstant(day, "12:00") ?? "");

/** 'Thursday, March 5' of yyyy-MM-dd */
export const dayName = (day: string): string => formatWeekdayAndDay(noonOf(day));

/** 'Mar 2 – 8, 2026' */
export const rangeOf = (from: string, to: string): string => formatDateRange(noonOf(from), noonOf(to));

/** '3 new · 1 moved · 1 removed · 12 stay' */
export function summaryOf(rows: readonly PlanRow[]): string {
  const count = (change: PlanRow["change"]) => rows.filter((row) => row.change === change).length;
  const [made, moved, removed, staying] = [count("new"), count("moved"), count("removed"), count("kept")];
  return [
    made > 0 && plural(made, { one: `${made} new`, other: `${made} new` }),
    moved > 0 && plural(moved, { one: `${moved} moved`, other: `${moved} moved` }),
    removed > 0 && plural(removed, { one: `${removed} removed`, other: `${removed} removed` }),
    staying > 0 && plural(staying, { one: `${staying} stays`, other: `${staying} stay` }),
  ]
    .filter(Boolean)
    .join(" · ");
}

export const applyWords = (count: number): string =>
  plural(count, { one: `Apply ${count} change`, other: `Apply ${count} changes` });
