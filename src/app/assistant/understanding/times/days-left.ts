import { startOfDay } from "#platform/time/wall-clock.ts";
import type { Turn } from "../../intent.ts";

type Situation = Pick<Turn, "context" | "timeZone">;

/** Days of the calendar from today, in the person's zone; negative for what is over. */
export function daysUntil(at: Date, { context, timeZone }: Situation): number {
  const from = startOfDay(context.now, timeZone).getTime();
  return Math.round((startOfDay(at, timeZone).getTime() - from) / 86_400_000);
}

/** ', in 5 days' or ', 2 days ago' as the end of a sentence; nothing for the days around today, which have names. */
export function daysLeft(at: Date, situation: Situation): string {
  const days = daysUntil(at, situation);
  return days > 1 ? `, in ${days} days` : days < -1 ? `, ${-days} days ago` : "";
}
