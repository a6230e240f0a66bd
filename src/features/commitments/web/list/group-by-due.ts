import { t, term } from "#i18n/message.ts";
import { readerDayAt, readerFirstWeekday, readerWeekday } from "#platform/time/reader-clock.ts";
import type { CommitmentOnWire } from "../../commitment-model.ts";

export type DueGroup = "late" | "today" | "week" | "later" | "none";

export const GROUP_LABELS: Record<DueGroup, string> = {
  late: term("Late", "promises whose due time has passed"),
  today: t`Today`,
  week: t`This week`,
  later: term("Later", "promises that are due after this week"),
  none: t`Without a date`,
};

/** In the order of the page; groups without a promise are omitted. */
export function groupByDue<C extends Pick<CommitmentOnWire, "due">>(
  promises: readonly C[],
  now: Date,
): { group: DueGroup; promises: C[] }[] {
  const groups: Record<DueGroup, C[]> = { late: [], today: [], week: [], later: [], none: [] };
  const endOf = endsFrom(now);
  for (const promise of promises) groups[groupOf(promise.due, now, endOf)].push(promise);
  return (Object.keys(groups) as DueGroup[])
    .map((group) => ({ group, promises: groups[group] }))
    .filter((each) => each.promises.length > 0);
}

/** When today and this week end on the reader's clock. */
function endsFrom(now: Date): { today: Date; week: Date } {
  const daysLeft = 7 - ((readerWeekday(now) - readerFirstWeekday() + 7) % 7);
  return { today: readerDayAt(now, 1, 0), week: readerDayAt(now, daysLeft, 0) };
}

function groupOf(due: string | null, now: Date, endOf: { today: Date; week: Date }): DueGroup {
  if (due === null) return "none";
  const at = new Date(due);
  if (at < now) return "late";
  if (at < endOf.today) return "today";
  return at < endOf.week ? "week" : "later";
}
