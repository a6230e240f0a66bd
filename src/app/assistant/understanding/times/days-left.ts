import { startOfDay } from "#platform/time/wall-clock.ts";
import type { Turn } from "../../intent.ts";

/** ', in 5 days' or ', 2 days ago' as the end of a sentence; nothing for the days around today, which have names. */
export function daysLeft(at: Date, { context, timeZone }: Pick<Turn, "context" | "timeZone">): string {
  const from = startOfDay(context.now, timeZone).getTime();
  const days = Math.round((startOfDay(at, timeZone).getTime() - from) / 86_400_000);
  return days > 1 ? `, in ${days} days` : days < -1 ? `, ${-days} days ago` : "";
}
