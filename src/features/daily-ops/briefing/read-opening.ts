import type { SignedIn } from "#platform/capability/context.ts";
import { readAttention, readDayOf } from "../today/today.ts";
import type { OpeningFacts } from "./format-opening.ts";
import type { BriefingDay } from "./read-facts.ts";

/** Of what needs the person, the first things included; more are folded away. */
const MAX_NEEDS = 12;

/** What a briefing of the day begins with, as of now. */
export async function readOpening(context: SignedIn, day: BriefingDay): Promise<OpeningFacts> {
  const { items, total } = await readAttention(context, day.timeZone);
  const { parts, first, owed, people } = await readDayOf(context, day, items);
  const others = items.slice(0, MAX_NEEDS).filter(({ id }) => !first.some((thing) => thing.id === id));
  return { parts, first, owed, people, needs: { items: others, total: total - first.length } };
}
