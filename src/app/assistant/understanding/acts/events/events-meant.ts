import type { Answer, Turn } from "../../../intent.ts";
import { eventsIn } from "../../../intents/calendar.ts";
import { splitException } from "../../exceptions.ts";
import { findMany, withoutExcepted } from "../../find-records.ts";
import { EVENT } from "../../record-kinds.ts";
import type { Event } from "./find-gaps.ts";
import { readWindow } from "./read-window.ts";

const SET = /\b(?:all|everything|every|each|both|whatever|anything|whole|entire|diary|calendar)\b/i;
/** Words of a set that name nothing in it: its time, and the kind of thing. */
const PLAIN = new RegExp(
  `^(?:all|everything|every|each|both|whatever|anything|that|comes|is|in|there|of|the|my|our|on|at|from|to|till?|until|after|before|between|and|for|onwards?|then|else|whole|entire|diary|calendar|
  meetings?|events?|appointments?|calls|ones?|things?|today|tonight|tomorrow|tmrw|this|next|week|morning|afternoon|evening|day|noon|midday|lunch|
  (?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|o'?clock|half|past|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2}(?::\\d\\d)?(?:[ap]m|st|nd|rd|th)?|
  january|february|march|april|may|june|july|august|september|october|november|december)$`.replaceAll(
    /\s+/g,
    "",
  ),
  "i",
);

/** All that begin in a time, as in 'both on Friday morning' and 'everything from three today'; or those that are named. */
export async function eventsMeant(
  turn: Turn,
  item: string | undefined,
): Promise<{ found: Event[] } | { answer: Answer }> {
  const { words: bare, rest: sentence } = splitException(item, turn.sentence);
  const words = bare
    .replaceAll(/['\u2019]s\b/g, "")
    .split(/[^\p{L}\p{N}:']+/u)
    .filter(Boolean);
  const isSet = words.every((word) => PLAIN.test(word)) && (SET.test(bare) || SET.test(turn.sentence));
  if (!isSet || words.every((word) => /^(?:both|all|everything|of|that|the)$/i.test(word)))
    if (words.length > 0 && !(isSet && SET.test(turn.sentence) && turn.previousCards.length === 0))
      return findMany(turn, EVENT, item);
  const named = bare
    .replaceAll(new RegExp(`${SET.source}|\\bof\\b|['\u2019]s\\b`, "gi"), " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();
  const window = (named ? await readWindow(turn, named) : null) ?? (await readWindow(turn, sentence));
  if (!window) return findMany(turn, EVENT, item);
  const inside = (await eventsIn(turn, window)).filter(
    ({ startTime, isAllDay }) => isAllDay || startTime >= window.from,
  );
  const found = withoutExcepted(turn, EVENT, inside);
  if (found.length === 0)
    return { answer: { text: `Nothing is in your calendar ${window.name}.`, lacks: "record" } };
  if (/\bboth\b/i.test(`${bare} ${turn.sentence}`) && found.length !== 2)
    return {
      answer: {
        text: `Which two do you mean? You have ${found.length} events ${window.name}.`,
        cards: found.slice(0, 6).map((event) => EVENT.cardOf(event, turn)),
        isQuestion: true,
      },
    };
  return { found };
}
