import { ownClock } from "#platform/auth/own-clock.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { withoutTypes } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import { search } from "../search/search.ts";
import { mayRunByMail } from "./agent/tool-rules.ts";
import { findInContent } from "./content/answer-content.ts";
import type { Answer, Intent, Proposed, Slots, Turn } from "./intent.ts";
import { guessIntent, INTENTS, nearestIntents, understand } from "./intents.ts";
import { pointedAt } from "./lookup/find-one.ts";
import type { Act, Card, SavedReading } from "./model.ts";
import {
  answerByFrame,
  answerInstead,
  contradicts,
  coversCompletely,
  likelyReading,
  meansUndo,
} from "./understanding/answer-by-frame.ts";
import { answerSteps } from "./understanding/answer-steps.ts";
import { answerAmongShown } from "./understanding/follow-up/answer-among-shown.ts";
import { answerFollowUp } from "./understanding/follow-up/answer-follow-up.ts";
import { withPlainPointing } from "./understanding/follow-up/plain-pointing.ts";
import { readFollowUp } from "./understanding/follow-up/read-follow-up.ts";
import { meansStop } from "./understanding/follow-up/read-stop.ts";

export type SentenceAnswer = Answer & {
  intent: string | null;
  toolCalls: Act[];
  /** The slots understood from a sentence that was answered with a question. */
  pendingSlots: Slots | null;
  /** The frame that it was answered by. */
  reading: SavedReading | null;
  /** True if it takes the place of the answer before. */
  isCorrection?: boolean;
};

/** What was answered before this sentence. */
export type PreviousAnswer = {
  cards: readonly Card[];
  pendingSlots: Slots | null;
  intent: string | null;
  reading: SavedReading | null;
};

/** Extracts from the last answer what the next sentence may refer to. */
export const previousAnswerOf = (last: PreviousAnswer | null): PreviousAnswer => ({
  cards: last?.cards ?? [],
  pendingSlots: last?.pendingSlots ?? null,
  intent: last?.intent ?? null,
  reading: last?.reading ?? null,
});

/** In any words: what the last answer did is to be undone. */
export const isUndoRequest = (text: string): boolean =>
  /^(undo|undo (that|it|this)|take (that|it) back)[.!]*$/i.test(text) || meansUndo(text);

/** Whether the built-in reading covers a sentence completely, so that no model has to read it. */
export const isUnderstood = (
  context: SignedIn,
  { sentence, timeZone, previous: before }: Situation,
): boolean => {
  const { now } = context;
  const use: Turn["use"] = () => {
    throw new Error("Nothing is called to see what is meant");
  };
  const clock = { timeZone, hourCycle: "h23" as const };
  const previous = { previousCards: before.cards, previousReading: before.reading };
  const turn: Turn = { context, timeZone, clock, sentence, ...previous, use };
  if (isUndoRequest(sentence) || readFollowUp(turn).some(({ isCertain }) => isCertain)) return true;
  if (pickedFromList(turn, before)) return true;
  const phrase = understand(sentence, { now, timeZone });
  return (phrase !== null && !contradicts(turn, phrase.intent.name)) || coversCompletely(turn);
};

type Situation = {
  sentence: string;
  timeZone: string;
  previous: PreviousAnswer;
  /** Nobody is watching: changes that reach others or cannot be undone are proposed, whatever the phrase says. */
  isByMail?: boolean;
  /** Is given every change that was made. */
  observe?(call: { capability: string; input: Record<string, unknown>; output: unknown }): void;
};

/** Thrown to end an answer: the call needs the person's approval. */
class NeedsApproval extends Error {
  readonly proposed: Proposed;
  constructor(proposed: Proposed) {
    super(proposed.summary);
    this.proposed = proposed;
  }
}

/**
 * Answers a sentence from the person's own data; an `AppError` becomes the answer and is not thrown. In English, the
 * language that it understands.
 */
export const answerSentence = (context: SignedIn, situation: Situation): Promise<SentenceAnswer> =>
  inLanguage("en", () => answerInEnglish(context, situation));

/** Calls capabilities with the person's rights, and records them in `toolCalls`. */
function usingIn(
  context: SignedIn,
  { sentence, isByMail = false, observe }: Situation,
  toolCalls: Act[],
): Turn["use"] {
  return (capability, input) => {
    const { name, definition } = withoutTypes(capability);
    const given: Record<string, unknown> = { ...(input as object) };
    if (isByMail && definition.effect !== "read" && !mayRunByMail(name, given))
      throw new NeedsApproval({ capability: name, input: given, summary: `You wrote: ${sentence}` });
    toolCalls.push({ capability: name, effect: definition.effect });
    const running = capability(context, input) as ReturnType<typeof capability>;
    if (!observe || definition.effect === "read") return running;
    return Promise.resolve(running).then((output) => {
      observe({ capability: name, input: given, output });
      return output;
    }) as ReturnType<typeof capability>;
  };
}

async function answerInEnglish(context: SignedIn, given: Situation): Promise<SentenceAnswer> {
  const { timeZone, previous: before, isByMail = false } = given;
  const sentence = withPlainPointing(given.sentence.replaceAll(/\s+/g, " ").trim(), before.cards);
  const toolCalls: Act[] = [];
  const use = usingIn(context, given, toolCalls);
  const clock = { ...(await ownClock(context)), timeZone };
  const previous = { previousCards: before.cards, previousReading: before.reading };
  const turn: Turn = { context, timeZone, clock, sentence, ...previous, use };
  const situation = { now: context.now, timeZone };
  if (!isByMail && before.reading && meansStop(sentence)) return { ...STOPPED, toolCalls };
  const picked = pickedFromList(turn, before);
  const first =
    isByMail || picked
      ? null
      : ((await answerAmongShown(turn)) ?? (await answerFollowUp(turn)) ?? (await answerSteps(turn)));
  if (first) return { ...first, toolCalls, pendingSlots: null };
  if (picked) return answerIntent(turn, picked, { isByMail, isGuess: false, toolCalls });
  const phrase = understand(sentence, situation);
  const matched = phrase && !isByMail && contradicts(turn, phrase.intent.name) ? null : phrase;
  const framed = matched || isByMail ? null : await answerByFrame(turn);
  if (framed) return { ...framed, toolCalls, pendingSlots: null };
  const guess = matched ? null : guessIntent(sentence, situation);
  const match = matched ?? guess;
  if (!match)
    return {
      // A search would find the very mail that says it.
      ...(isByMail ? notUnderstood(turn) : ((await findInContent(turn)) ?? (await searchEverywhere(turn)))),
      ...{ intent: null, toolCalls, pendingSlots: null, reading: null },
    };
  return answerIntent(turn, match, { isByMail, isGuess: guess !== null, toolCalls });
}

/** What was proposed is no longer wanted; what was done is undone only if that is said. */
const STOPPED = {
  ...{ text: "I leave it as it is.", intent: "none.stopped", suggestions: ["undo that"] },
  ...{ pendingSlots: null, reading: null, isCorrection: true },
};

async function answerIntent(
  turn: Turn,
  { intent, slots }: { intent: Intent; slots: Slots },
  { isByMail, isGuess, toolCalls }: { isByMail: boolean; isGuess: boolean; toolCalls: Act[] },
): Promise<SentenceAnswer> {
  const common = { intent: intent.name, toolCalls, pendingSlots: null, reading: null };
  try {
    const answer = await intent.answer(turn, slots);
    // A phrase takes the words of a record to the letter: what it does not find the frame may.
    const isMissing = answer.isQuestion && !answer.cards && !isByMail;
    const other = isMissing ? await answerInstead(turn, intent.name) : null;
    if (other) return { ...other, toolCalls, pendingSlots: null };
    // Shows at once how the sentence was taken, in case that is wrong.
    const text = isGuess ? `I take this as '${intent.example}'\n${answer.text}` : answer.text;
    const isAsked = answer.isQuestion && answer.cards !== undefined;
    const reading = isGuess || isByMail ? null : likelyReading(turn, answer.isQuestion ?? false);
    return { ...answer, ...common, text, reading, pendingSlots: isAsked ? slots : null };
  } catch (error) {
    if (error instanceof NeedsApproval) {
      const text = "What you wrote reaches others or cannot be undone, so it waits for your approval.";
      return { text, proposed: [error.proposed], ...common };
    }
    if (!(error instanceof AppError)) throw error;
    return { text: error.message, isQuestion: true, ...common };
  }
}

/** 'The second' after 'Which one?' takes up the sentence that led to the question. */
function pickedFromList(turn: Turn, { cards, pendingSlots, intent }: PreviousAnswer) {
  if (!pendingSlots || !intent) return null;
  const words = turn.sentence.trim().replace(/(?<![.!?])[.!?]+$/, "");
  const kinds = [...new Set(cards.map(({ kind }) => kind))];
  if (!kinds.some((kind) => pointedAt(turn, kind, words))) return null;
  const found = INTENTS.find(({ name }) => name === intent);
  return found ? { intent: found, slots: { ...pendingSlots, item: words } } : null;
}

const NOISE =
  /\b(please|can|could|would|will|you|me|my|the|a|an|is|are|was|were|do|does|did|have|has|i|to|of|for|in|on|at|with|about|what|which|who|where|when|how|show|find|search|list|give|tell|any|there|and|or|it|that|this)\b/gi;

const NOT_UNDERSTOOD = "I do not understand that without a language model";

const notUnderstood = (turn: Turn): Answer => ({
  text: `${NOT_UNDERSTOOD}. Nothing was done.`,
  suggestions: suggestionsFor(turn),
});

function suggestionsFor({ sentence }: Turn): string[] {
  const examples = nearestIntents(sentence, 3).map(({ example }) => example);
  return examples.length > 0 ? examples : ["what can you do?", "what should I do next?"];
}

/** Searches all areas for a sentence that fits no intent, and says plainly if nothing is found. */
async function searchEverywhere(turn: Turn): Promise<Answer> {
  const words = turn.sentence
    .replaceAll(NOISE, " ")
    .replaceAll(/[^\p{L}\p{N}@.\s-]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 200);
  const suggestions = suggestionsFor(turn);
  if (words === "") return { text: `${NOT_UNDERSTOOD}.`, suggestions };
  const { results } = await turn.use(search.query, { text: words });
  if (results.length === 0)
    return {
      text: `${NOT_UNDERSTOOD}, and nothing of yours says '${words}'.`,
      suggestions,
    };
  return { text: `I found this about '${words}':`, cards: results.slice(0, 6), suggestions };
}
