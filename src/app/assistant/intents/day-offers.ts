import { locations } from "#features/settings/locations.ts";
import { plural } from "../format-answer.ts";
import type { Answer, Turn } from "../intent.ts";
import { parsePeriod } from "../phrases/parse-period.ts";
import { cardsOf, eventsIn } from "./calendar.ts";

/** What waits on the network is never done while an answer is being found: it is offered. */
export const offerOf = (
  { resource, verb }: { resource: string; verb: string },
  summary: string,
): Pick<Answer, "proposed"> => ({ proposed: [{ capability: `${resource}.${verb}`, input: {}, summary }] });

export const placesOf = async (turn: Turn): Promise<number> =>
  (await turn.use(locations.list, {})).items.length;

/** Until the briefing is written: what is in the calendar. */
export async function dayAhead(turn: Turn): Promise<Answer> {
  const period = parsePeriod("today", { now: turn.context.now, timeZone: turn.timeZone });
  const found = period ? await eventsIn(turn, period) : [];
  return {
    text: `Today's briefing is not written yet. You have ${plural(found.length, "event")} today.`,
    cards: cardsOf(turn, found),
  };
}
