import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { eventCard } from "../../../format-answer.ts";
import type { Turn } from "../../../intent.ts";
import { type Act, asksFor, type Plan, planOf } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { EVENT } from "../../record-kinds.ts";
import { changePlan } from "./change-event.ts";
import type { Event } from "./find-gaps.ts";
import { type NewTimes, newTimes } from "./new-times.ts";
import { isOfOthers } from "./own-event.ts";

/** Another time for what somebody else organizes; they are notified and decide. */
export function proposePlan(turn: Turn, event: Event, times: NewTimes): Plan {
  const card = eventCard(event, turn.clock);
  const start = new Date(times.startTime);
  const end = new Date(times.endTime);
  const proposed = eventCard({ ...event, startTime: start, endTime: end, location: null }, turn.clock);
  return planOf(
    eventInvitations.propose,
    { eventId: event.id, ...times },
    {
      order: `Propose another time for '${event.title}' to ${event.organizer}: ${proposed.subtitle}`,
      cards: [card],
    },
  );
}

/** One's own event is moved. */
export const propose: Act = async (turn, { item, when }) => {
  const one = await findOne(turn, EVENT, item);
  if ("answer" in one) return one.answer;
  if (!when) return asksFor(`Which time shall I propose for '${one.found.title}'?`);
  const times = newTimes(turn, one.found, when);
  if (!times) return asksFor(`When is '${when}'?`);
  return isOfOthers(turn, one.found)
    ? proposePlan(turn, one.found, times)
    : changePlan(turn, one.found, times);
};
