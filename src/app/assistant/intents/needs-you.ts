import { attention } from "#features/attention/attention.ts";
import { plural } from "../format-answer.ts";
import type { Intent } from "../intent.ts";

const MAX_CARDS = 8;

const needsYou: Intent = {
  name: "attention.list",
  area: "day",
  phrases: [
    "(what|which things|who) (needs|need|requires|require) (me|my attention|my decision|an answer from me) [today|now]",
    "(what|who) is waiting (for|on) (me|my answer|an answer from me) [today|now]",
    "(is anything|is something|is anybody|is anyone) waiting (for|on) me [today|now]",
    "(does anything|is there anything that) (needs|need|requires|require) (me|my attention) [today|now]",
    "what should i (do|deal with|handle|take care of|answer|look at) first [today|now]",
    "what [do i] (have|need) to (deal with|take care of|handle) [first] [today|now]",
    "[show|list|give] [me] what needs (me|my attention) [today|now]",
  ],
  example: "What needs me?",
  async answer(turn) {
    const { items, total } = await turn.use(attention.list, { timeZone: turn.timeZone, limit: MAX_CARDS });
    const [first] = items;
    if (!first)
      return { text: "Nothing needs you now.", suggestions: ["what is due today?", "how does my day look?"] };
    const count = total === 1 ? "One thing needs you" : `${plural(total, "thing")} need you`;
    const shown = total > items.length ? ` These ${items.length} come first.` : "";
    return {
      text: `${count}. First: '${first.title}'. ${first.reason}.${shown}`,
      cards: items.map(({ record, title, reason, person, href }) => ({
        ...record,
        title,
        subtitle: person ? `${person}: ${reason}` : reason,
        href,
      })),
    };
  },
};

export const needsYouIntents: readonly Intent[] = [needsYou];
