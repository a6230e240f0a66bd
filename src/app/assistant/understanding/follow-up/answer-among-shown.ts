import { joinWords } from "../../format-answer.ts";
import type { Turn } from "../../intent.ts";
import type { Framed } from "../act.ts";
import { answerByFrame } from "../answer-by-frame.ts";

const AMONG =
  /^(?:ok(?:ay)?,? |and |so |now |well,? )*(which|what|any|are any|is any|do any|does any|has any|have any)( ones?)? of (?:those|these|them|the (?:two|three|four|five|six))\b/i;
const NOUNS: Readonly<Record<string, string>> = {
  ...{ task: "tasks", event: "events", email: "emails", document: "documents" },
  ...{ decision: "decisions", contact: "contacts" },
};

/**
 * Answers a question about the records that were just shown, as in 'which of those has no date': the same question of
 * all of their kind, and of its answer those that were shown. Null for other sentences, and where it finds none.
 */
export async function answerAmongShown(turn: Turn): Promise<Framed | null> {
  const shown = turn.previousCards;
  const kinds = new Set(shown.map(({ kind }) => kind));
  const [kind = ""] = kinds;
  const noun = NOUNS[kind];
  if (shown.length < 2 || kinds.size !== 1 || !noun || !AMONG.test(turn.sentence)) return null;
  const answer = await answerByFrame({ ...turn, sentence: turn.sentence.replace(AMONG, `which ${noun}`) });
  if (!answer || answer.proposed || answer.isQuestion) return null;
  const ids = new Set(shown.map(({ id }) => id));
  const cards = (answer.cards ?? []).filter(({ id }) => ids.has(id));
  if (cards.length === 0) return null;
  const names = joinWords(cards.map(({ title }) => `'${title}'`));
  return { ...answer, text: `${cards.length} of these ${shown.length}: ${names}.`, cards };
}
