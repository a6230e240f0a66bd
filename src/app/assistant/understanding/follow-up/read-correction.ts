import type { Turn } from "../../intent.ts";
import { readPriority } from "../read-priority.ts";
import { readTime } from "../times/read-time.ts";
import type { Reading } from "../understand-sentence.ts";

const LEADS =
  /^(?:no|oh|sorry|wait|hm+|actually|ok|okay|well|and|but|as you were|i mean|i meant|meant|make (?:it|that|them)|let's say|let's make (?:it|that)|could we (?:say|make (?:it|that))|can we (?:say|make (?:it|that))|rather|better|back to|to)\b[,.:]? */i;
const ENDS = /(?:,? (?:instead|rather|please|then|shall we|would you|if you can|after all)|[.?!])$/i;
const MOST_WORDS = 7;

/** What was just shown, with another time or priority: 'no, make that Thursday', 'actually urgent'; null for other words. */
export function readCorrection(turn: Turn): Reading | null {
  const [card, second] = turn.previousCards;
  if (!card || second || (card.kind !== "event" && card.kind !== "task")) return null;
  let words = turn.sentence.trim();
  for (let left = MOST_WORDS; left > 0 && LEADS.test(words); left -= 1) words = words.replace(LEADS, "");
  for (let left = MOST_WORDS; left > 0 && ENDS.test(words); left -= 1) words = words.replace(ENDS, "");
  if (words === "" || words.split(/\s+/).length > MOST_WORDS) return null;
  const common = { probability: 0.95, isCovered: false };
  const level = card.kind === "task" && /^\w+(?: priority)?$/.test(words) ? readPriority(words) : null;
  if (level) return { ...common, frame: "tasks.priority", roles: { item: "it", priority: level } };
  const moment = readTime(turn, words);
  if (!moment || moment.isGuess) return null;
  const frame = card.kind === "event" ? "events.move" : "tasks.due";
  return { ...common, frame, roles: { item: "it", when: words } };
}
