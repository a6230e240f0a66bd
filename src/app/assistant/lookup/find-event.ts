import { events } from "#features/calendar/calendar-events.ts";
import { eventCard } from "../format-answer.ts";
import type { Turn } from "../intent.ts";
import { findOne } from "./find-one.ts";

/** The upcoming event that the words name. */
export const eventNamed = (turn: Turn, words: string) =>
  findOne(turn, words, {
    kind: "event",
    noun: "event",
    byId: (id) => turn.use(events.get, { id }),
    byWords: async (text) => {
      const from = turn.context.now.toISOString();
      const query = text.replace(/^(meeting|event|appointment|call) (with|about|for) /i, "");
      return (await turn.use(events.list, { text: query, from, limit: 6 })).items;
    },
    titleOf: ({ title }) => title,
    cardOf: (event) => eventCard(event, turn.clock),
  });
