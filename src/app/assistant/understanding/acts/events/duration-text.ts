import { plural } from "../../../format-answer.ts";

/** '1 hour and 30 minutes'. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && plural(hours, "hour"), rest > 0 && plural(rest, "minute")]
    .filter(Boolean)
    .join(" and ");
}
