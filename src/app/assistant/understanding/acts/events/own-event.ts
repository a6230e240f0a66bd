import type { Turn } from "../../../intent.ts";
import type { Event } from "./find-gaps.ts";

/** Whether somebody else organizes it. */
export function isOfOthers({ context }: Turn, { organizer }: Event): boolean {
  return organizer !== null && organizer.toLowerCase() !== context.actor.email.toLowerCase();
}

/** Whether somebody else invited the person and has no answer yet. */
export function isUnanswered(turn: Turn, event: Event): boolean {
  if (!isOfOthers(turn, event) || event.status === "cancelled") return false;
  const email = turn.context.actor.email.toLowerCase();
  const own = event.participants.find(({ address }) => address.toLowerCase() === email);
  return !own || own.status === "needs-action";
}
