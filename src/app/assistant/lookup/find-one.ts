import type { Answer, Turn } from "../intent.ts";
import type { Card } from "../model.ts";

const PLACES: Record<string, number> = {
  first: 0,
  one: 0,
  "1": 0,
  second: 1,
  two: 1,
  "2": 1,
  third: 2,
  three: 2,
  "3": 2,
  fourth: 3,
  four: 3,
  "4": 3,
  fifth: 4,
  five: 4,
  "5": 4,
};

/** The record that 'it', 'the second one' or 'number 3' means among those that were just shown; null for other words. */
export function pointedAt(
  { previousCards }: Pick<Turn, "previousCards">,
  kind: string,
  words: string,
): Card | null {
  const cards = previousCards.filter((card) => card.kind === kind);
  if (/^(it|this|that|this one|that one|the (task|event|meeting|email|mail|document|project))$/i.test(words))
    return cards.length === 1 ? (cards[0] ?? null) : null;
  if (/^the last( one)?$/i.test(words)) return cards.at(-1) ?? null;
  const [, place = ""] = /^(?:the |number |no\.? |#)?(\w+)(?: one| task| event| email)?$/i.exec(words) ?? [];
  const at = PLACES[place.toLowerCase()];
  return at === undefined ? null : (cards[at] ?? null);
}

/** What is left of 'set the task to done': it is in many titles, and names none. */
const NAMES_NOTHING = /^(?:an?|the|my|to|as|of|for|in|on)$/i;

/**
 * The one record that the words name: by reference to the last answer, by exact title, or as the only match. With no or
 * several matches it returns an answer that says so and lists them, and nothing is done.
 */
export async function findOne<T extends { id: string }>(
  turn: Turn,
  words: string,
  search: {
    kind: string;
    noun: string;
    byId(id: string): Promise<T>;
    byWords(text: string): Promise<T[]>;
    titleOf(found: T): string;
    cardOf(found: T): Card;
  },
): Promise<{ found: T } | { answer: Answer }> {
  const pointed = pointedAt(turn, search.kind, words);
  if (pointed) return { found: await search.byId(pointed.id) };
  const text = words.replace(/^(the|my|that|this) /i, "").replace(new RegExp(` ${search.noun}$`, "i"), "");
  const found = await search.byWords(text.slice(0, 200));
  const exact = found.filter((each) => search.titleOf(each).toLowerCase() === text.toLowerCase());
  if (exact.length === 0 && (text.toLowerCase() === search.noun || NAMES_NOTHING.test(text)))
    return { answer: { text: `Which ${search.noun}?`, isQuestion: true } };
  const [only, second] = exact.length > 0 ? exact : found;
  if (!only) return { answer: { text: `I found no ${search.noun} that says '${text}'.`, isQuestion: true } };
  if (!second) return { found: only };
  return {
    answer: {
      text: `Which one? ${found.length === 1 ? "" : `'${text}' could be any of these.`}`.trim(),
      cards: found.slice(0, 5).map(search.cardOf),
      isQuestion: true,
      suggestions: ["the first", "the second"],
    },
  };
}
