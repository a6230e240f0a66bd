import type { Turn } from "../../../intent.ts";
import { findOne } from "../../find-records.ts";
import { EVENT } from "../../record-kinds.ts";
import type { Event } from "./find-gaps.ts";

const BETWEEN = /\bbetween (?:the |my )?([^,?]{2,80}?) and (?:the |my )?([^,?]{2,80})/i;

/** The two events of 'between the kick-off and Bob', earlier first; null for other words. */
export async function eventsBetween(turn: Turn, words: string): Promise<[Event, Event] | null> {
  const [, first, last] = BETWEEN.exec(words) ?? [];
  if (!first || !last) return null;
  const [one, other] = await Promise.all([first, last].map((name) => nearestNamed(turn, name)));
  if (!one || !other || one.id === other.id) return null;
  return one.startTime < other.startTime ? [one, other] : [other, one];
}

/** Who or what is named on one day has that day for both: 'between lunch and Dan today'. */
export async function nearestNamed(turn: Turn, name: string): Promise<Event | null> {
  const plain = { ...turn, sentence: name };
  const found = await findOne(plain, EVENT, name);
  if ("found" in found) return found.found;
  const ids = new Set(found.answer.cards?.map(({ id }) => id) ?? []);
  if (ids.size === 0) return null;
  const events = await Promise.all([...ids].map((id) => EVENT.get(turn, id)));
  const ahead = events.filter(({ endTime }) => endTime > turn.context.now);
  return ahead.sort((one, two) => one.startTime.getTime() - two.startTime.getTime())[0] ?? null;
}
