import type { Answer, Turn } from "../intent.ts";
import { exceptionIn, splitException } from "./exceptions.ts";
import { namesIn, shareOf, stemsOf } from "./match-words.ts";
import { type Mention, readMention } from "./read-mention.ts";
import type { RecordKind } from "./record-kinds.ts";

type Found<T> = { found: T } | { answer: Answer };
type FoundMany<T> = { found: T[] } | { answer: Answer };

/** Of the words that name a record this share must be found in it. */
const LEAST_SHARE = 0.6;
const MAX_SHOWN = 5;

/**
 * The one record that the words name; an answer that asks where none or several could be meant. Without words, or where
 * nothing has them, the sentence itself may name one.
 */
export async function findOne<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  words: string | undefined,
): Promise<Found<T>> {
  const mention = mentionOf(turn, kind, words ?? "");
  const pointed = await pointedAt(turn, kind, mention);
  if (pointed && "found" in pointed) return pointed;
  const matches = words && !pointed ? await matching(turn, kind, mention) : [];
  const least = words && mention.content.length > 0 ? MOST_OF_NAME : SOME_OF_NAME;
  const [only, second] = matches.length > 0 ? matches : await inSentence(turn, kind, least);
  if (!only)
    return (
      pointed ?? (words ? null : await shownLast(turn, kind)) ?? { answer: nothingFound(kind.noun, words) }
    );
  if (!second || (mention.isLatest && kind.name === "email")) return { found: only };
  return {
    answer: whichOne(turn, kind, words ?? turn.sentence, matches.length > 0 ? matches : [only, second]),
  };
}

const mentionOf = <T extends { id: string }>(turn: Turn, kind: RecordKind<T>, words: string) =>
  readMention(words, kind.nouns, { now: turn.context.now, timeZone: turn.timeZone });

/** Those that the words name, as in 'all newsletters', 'the lease and the visa', 'everything but the invoice'. */
export async function findMany<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  words: string | undefined,
): Promise<FoundMany<T>> {
  const { words: left, rest } = splitException(words, turn.sentence);
  const bare = words && left;
  // All that was named is left out: what remains is not said.
  if (words && bare === "") return { answer: nothingFound(kind.noun, undefined) };
  const mention = mentionOf(turn, kind, bare ?? "");
  if (mention.isPointing) {
    const cards = turn.previousCards.filter((card) => card.kind === kind.name);
    if (cards.length === 0) return { answer: nothingFound(kind.noun, undefined) };
    return { found: await Promise.all(cards.map(({ id }) => kind.get(turn, id))) };
  }
  if (!bare || !mention.isAll) return eachOf({ ...turn, sentence: rest }, kind, bare);
  const matches = await matching(turn, kind, mention);
  if (matches.length === 0) return { answer: nothingFound(kind.noun, words) };
  const excepted = exceptionIn(turn.sentence);
  if (!excepted) return { found: matches };
  const found = without(turn, kind, matches, excepted);
  if (found.length === matches.length)
    return { answer: { text: `Which of them do you mean by '${excepted}'?`, isQuestion: true } };
  return { found };
}

/** The records but those that the sentence leaves out: 'apart from the lease', 'leaving the flight aside'. */
export function withoutExcepted<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  found: readonly T[],
): T[] {
  const left = exceptionIn(turn.sentence);
  return left ? without(turn, kind, found, left) : [...found];
}

function without<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  found: readonly T[],
  left: string,
): T[] {
  const excluded = namesIn(left).map((part) => mentionOf(turn, kind, part).content);
  return found.filter(
    (record) =>
      !excluded.some((words) => words.length > 0 && shareOf(words, kind.textOf(record)) >= LEAST_SHARE),
  );
}

/** Of 'the lease and the visa' each, if the whole names nothing. */
async function eachOf<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  words: string | undefined,
): Promise<FoundMany<T>> {
  const parts = namesIn(words ?? "");
  const whole = words ? await matching(turn, kind, mentionOf(turn, kind, words)) : [];
  if (parts.length < 2 || whole.length === 1) {
    const one = await findOne(turn, kind, words);
    return "found" in one ? { found: [one.found] } : one;
  }
  const found: T[] = [];
  for (const part of parts) {
    const [only, second] = await matching(turn, kind, mentionOf(turn, kind, part));
    if (!only || second) return { answer: nothingFound(kind.noun, part) };
    found.push(only);
  }
  return { found };
}

/** Words that many names have do not tell which is meant. */
const COMMON = new Set(
  stemsOf(
    "review send get write call meeting draft finish prepare the a for and with to of on order book pay sign compare",
  ),
);

/** Of the own words of a name the sentence has this share; more where words that name something were not found. */
const SOME_OF_NAME = 0.3;
const MOST_OF_NAME = 0.6;

/** The one record whose name's own words the sentence has; empty if none or several have as many. */
async function inSentence<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  least: number,
): Promise<T[]> {
  const all = await kind.list(turn, mentionOf(turn, kind, ""));
  const rated = all
    .map((record) => {
      const own = stemsOf(kind.titleOf(record)).filter((stem) => stem.length > 2 && !COMMON.has(stem));
      return {
        record,
        share: own.length === 0 ? 0 : shareOf(own, turn.sentence) * own.length,
        of: own.length,
      };
    })
    .filter(({ share, of }) => share >= 0.85 && share / of >= least)
    .sort((one, other) => other.share - one.share);
  const [best, second] = rated;
  return best && (!second || best.share - second.share > 0.5) ? [best.record] : [];
}

/** The records with the best share of the words; without any words all in the time that is named. */
async function matching<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  mention: Mention,
): Promise<T[]> {
  const all = await kind.list(turn, mention);
  const { content, kindWords } = mention;
  if (content.length === 0 && kindWords.length === 0)
    return mention.period || mention.moment || mention.isAll ? all : [];
  if (content.length === 0) {
    const named = all.filter((record) => shareOf(kindWords, kind.titleOf(record)) === 1);
    if (named.length === 1 && !mention.isAll) return named;
    return mention.period || mention.moment || mention.isAll || mention.isLatest
      ? all
      : all.slice(0, MAX_SHOWN + 1);
  }
  const rated = all
    .map((record) => ({
      record,
      share: shareOf(content, kind.textOf(record)),
      extra: shareOf(kindWords, kind.titleOf(record)) + shareOf(content, kind.titleOf(record)),
    }))
    .filter(({ share }) => share >= LEAST_SHARE);
  const best = Math.max(0, ...rated.map(({ share }) => share));
  const top = rated.filter(({ share }) => share >= best - 0.01);
  if (mention.isAll) return top.map(({ record }) => record);
  const most = Math.max(0, ...top.map(({ extra }) => extra));
  return top.filter(({ extra }) => extra >= most - 0.01).map(({ record }) => record);
}

async function pointedAt<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  { isPointing, place }: Mention,
): Promise<Found<T> | null> {
  if (!isPointing && place === null) return null;
  const cards = turn.previousCards.filter((card) => card.kind === kind.name);
  if (place !== null) {
    const card = cards.at(place);
    return card ? { found: await kind.get(turn, card.id) } : null;
  }
  const [only, second] = cards;
  if (!only) return { answer: nothingFound(kind.noun, undefined) };
  if (!second) return { found: await kind.get(turn, only.id) };
  return {
    answer: {
      text: `Which ${kind.noun} do you mean?`,
      cards: cards.slice(0, MAX_SHOWN),
      isQuestion: true,
      suggestions: PLACES,
    },
  };
}

/** Of what was just shown the only one of the kind: it is meant where nothing is named. */
async function shownLast<T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
): Promise<{ found: T } | null> {
  const [only, second] = turn.previousCards.filter((card) => card.kind === kind.name);
  return only && !second ? { found: await kind.get(turn, only.id) } : null;
}

const PLACES = ["the first", "the second"];

const nothingFound = (noun: string, words: string | undefined): Answer => ({
  text: words ? `I found no ${noun} like '${words}'. Which one do you mean?` : `Which ${noun} do you mean?`,
  isQuestion: true,
  lacks: words ? "record" : "role",
});

const whichOne = <T extends { id: string }>(
  turn: Turn,
  kind: RecordKind<T>,
  words: string,
  all: readonly T[],
): Answer => ({
  text: `Which ${kind.noun} do you mean by '${words}'?`,
  cards: all.slice(0, MAX_SHOWN).map((record) => kind.cardOf(record, turn)),
  isQuestion: true,
  suggestions: PLACES,
});
