import { events } from "#features/calendar/calendar-events.ts";
import { eventCard, joinWords } from "../../../format-answer.ts";
import type { Answer, Turn } from "../../../intent.ts";
import { type Plan, planOf } from "../../act.ts";
import { findOne } from "../../find-records.ts";
import { EVENT } from "../../record-kinds.ts";
import type { Event } from "./find-gaps.ts";

type Times = { startTime?: string; endTime?: string };
export type Change = Times & {
  title?: string;
  location?: string;
  description?: string;
  attendees?: string[];
};

/** Changes the one event that the words name. */
export async function changeNamed(
  turn: Turn,
  item: string | undefined,
  fieldsOf: (event: Event) => Change | Answer | Promise<Change | Answer>,
): Promise<Plan | Answer> {
  const one = await findOne(turn, EVENT, item);
  if ("answer" in one) return one.answer;
  const fields = await fieldsOf(one.found);
  return "text" in fields ? fields : changePlan(turn, one.found, fields);
}

export function changePlan(turn: Turn, event: Event, fields: Change): Plan {
  const { id, version, title } = event;
  const input = { id, version, scope: "this" as const, timeZone: turn.timeZone, ...fields };
  return planOf(events.update, input, {
    order: `Change '${title}': ${describe(turn, event, fields)}`,
    cards: [eventCard(event, turn.clock)],
  });
}

function describe(turn: Turn, event: Event, { startTime, endTime, attendees, ...others }: Change): string {
  const added = attendees?.filter((each) => !event.attendees.includes(each)) ?? [];
  const removed = attendees ? event.attendees.filter((each) => !attendees.includes(each)) : [];
  const texts = [
    ...Object.values(others),
    added.length > 0 && `invite ${joinWords(added)}`,
    removed.length > 0 && `remove ${joinWords(removed)}`,
  ].filter(Boolean);
  if (!startTime && !endTime) return texts.join(", ");
  const start = startTime ? new Date(startTime) : event.startTime;
  const length = event.endTime.getTime() - event.startTime.getTime();
  const end = endTime ? new Date(endTime) : new Date(start.getTime() + length);
  return eventCard({ ...event, startTime: start, endTime: end, location: null }, turn.clock).subtitle ?? "";
}
