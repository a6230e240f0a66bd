import { events } from "#features/calendar/calendar-events.ts";
import { leave } from "#features/daily-ops/leave-times.ts";
import { formatClock } from "#platform/time/format-in-zone.ts";
import { eventCard } from "../../../format-answer.ts";
import { type Act, planOf } from "../../act.ts";
import { findMany, findOne } from "../../find-records.ts";
import { EVENT, type RecordKind } from "../../record-kinds.ts";
import type { Event } from "./find-gaps.ts";

const TRASHED_EVENT: RecordKind<Event> = {
  ...EVENT,
  noun: "event in the trash",
  list: async (turn) => (await turn.use(events.trash, { limit: 100 })).items,
};

const restore: Act = async (turn, { item }) => {
  const bare = item?.replace(/^(?:it|that|this)$/i, "");
  const { items } = await turn.use(events.trash, { limit: 2 });
  if (items.length === 0) return { text: "No event is in the trash.", lacks: "record" };
  const [last] = items;
  const many = bare ? await findMany(turn, TRASHED_EVENT, bare) : { found: last ? [last] : [] };
  if ("answer" in many) return many.answer;
  return many.found.map((event) => {
    const card = eventCard(event, turn.clock);
    return planOf(
      events.restore,
      { id: event.id },
      { order: `Restore the event '${event.title}' (${card.subtitle}) from the trash`, cards: [card] },
    );
  });
};

/** As the routes to the next events were calculated last; nothing is guessed. */
const leaveFor: Act = async (turn, { item }) => {
  const one = await findOne(turn, EVENT, item);
  if ("answer" in one) return one.answer;
  const { id, title, location, isAllDay, startTime } = one.found;
  const cards = [eventCard(one.found, turn.clock)];
  const { items } = await turn.use(leave.list, {});
  const way = items.find(({ eventId }) => eventId === id);
  const begins = isAllDay
    ? `'${title}' is all day`
    : `'${title}' begins at ${formatClock(startTime, turn.clock)}`;
  if (!location)
    return { text: `${begins}. No place is entered for it, so I do not know when to leave.`, cards };
  if (!way)
    return {
      text: `${begins}, at ${location}. I have no travel time to there, so I do not know when to leave.`,
      cards,
    };
  const buffer = way.bufferMinutes > 0 ? ` and ${way.bufferMinutes} minutes to spare` : "";
  return {
    text: `Leave ${way.origin} at ${formatClock(way.leaveAt, turn.clock)}: ${way.minutes} minutes to ${way.destination}${buffer}. ${begins}.`,
    cards,
  };
};

export const MORE_EVENT_ACTS: Readonly<Record<string, Act>> = {
  "events.restore": restore,
  "events.leave": leaveFor,
};
