import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { dayInZone, instantOf, wallClock } from "#platform/time/wall-clock.ts";
import type { Row } from "./read-commitments.ts";

/** Without a time a due time is a day: it ends with that day on the person's clock. */
export async function dueColumns(
  context: SignedIn,
  { due, hasTime }: Pick<Row, "due" | "hasTime">,
): Promise<Pick<Row, "due" | "hasTime" | "dueDay">> {
  if (due === null || hasTime) return { due, hasTime, dueDay: null };
  const { timeZone } = await ownClock(context);
  const end = { ...wallClock(due, timeZone), hour: 23, minute: 59 };
  return { due: instantOf(end, timeZone), hasTime, dueDay: dayInZone(due, timeZone) };
}

/** As tasks have it: midnight on the person's clock stands for the whole day. */
export async function dueDateOfTask(
  context: SignedIn,
  { due, dueDay }: Pick<Row, "due" | "dueDay">,
): Promise<Date | null> {
  if (dueDay === null) return due;
  const { timeZone } = await ownClock(context);
  const [year = 0, month = 0, day = 0] = dueDay.split("-").map(Number);
  return instantOf({ year, month, day, hour: 0, minute: 0 }, timeZone);
}
