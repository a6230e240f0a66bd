import { findNearInContent } from "../content/answer-content.ts";
import { sentencesIn } from "../content/split-text.ts";
import type { Answer, Turn } from "../intent.ts";
import { INTENTS } from "../intents.ts";
import { MAX_STEPS, type SavedReading } from "../model.ts";
import { asksFor, type Framed, type Plan } from "./act.ts";
import { piecesOf } from "./acts/role-pieces.ts";
import { ACTS } from "./acts.ts";
import { bestFit, type Fit, type Result, resultOf } from "./best-fit.ts";
import { splitException } from "./exceptions.ts";
import { readCorrection } from "./follow-up/read-correction.ts";
import { ANSWERS_OF, FRAMES_OF } from "./intent-frames.ts";
import { contextFor, stepBefore } from "./link-steps.ts";
import { hasNegation, readNegated } from "./negated.ts";
import { readThanks } from "./read-thanks.ts";
import { requestsIn } from "./split-sentence.ts";
import { type Reading, readingsOf } from "./understand-sentence.ts";

/** A reading this likely is meant, even if it does not fit. */
const CLEAR = 0.8;
/** A reading that fits less is not followed. */
const LEAST_VALUE = Math.log(0.12);
/** A change by one or two words that is less likely is not even proposed: 'Weiss' completes no task that says so. */
const LEAST_FOR_FRAGMENT = 0.3;
/** A phrase is not followed if another reading is this likely. */
const CONTRADICTS = 0.4;
/** A reading this likely is followed and no phrase: of a phrase only the words that it has are compared. */
const GOES_FIRST = 0.7;
/** A change is made at once only if its reading is more likely, and every word of the sentence is understood. */
const SURE = 0.99;
/** A reading this likely that covers every word needs no language model to read the sentence again. */
const COVERS = 0.95;

/** What may be more than one step, or a condition. */
const SEVERAL =
  /\bthen\b|[;]|\b(?:if|unless|except|instead|otherwise|also|both)\b|\b(?:and|,) (?:please )?(?:tell|let|send|add|block|archive|mark|write|drop|put|move|cancel|remind|e-?mail|book|close|message|ask|invite|forward|reply|answer|delete|create|make|note|schedule|ping|star|snooze)\b/i;

/** 'Did you undo it?', 'can I undo that later?': nothing is to be undone. */
const ASKS_ABOUT = /^(?:did|do|does|have|has|can i|could i|may i|what|which|when|how|why|is|was)\b/i;

/** What is undone is not asked for again, so that a sentence has to be likely. */
const SURELY_UNDO = 0.8;

export function meansUndo(sentence: string): boolean {
  if (hasNegation(sentence) || ASKS_ABOUT.test(sentence)) return false;
  const [best] = readingsOf(sentence, 1);
  return best?.frame === "undo.last" && best.probability >= SURELY_UNDO;
}

const HAS_PARTS = /[,;:\u2013\u2014] \p{L}|\b(?:today|tomorrow|next)\b.*\?$/iu;

/** Whether the whole sentence is more likely something else than what a phrase would make of it. */
export function contradicts(turn: Turn, intent: string): boolean {
  const same = FRAMES_OF[intent];
  const [best] = readingsFor(turn);
  const isOther = best && best.probability >= GOES_FIRST && Object.hasOwn(ACTS, best.frame);
  if (!same)
    return Boolean(isOther) && !ANSWERS_OF[intent]?.includes(best?.frame ?? "") && !isExample(turn, intent);
  if (best && likelihoodOf(turn, same) < LEAST_FOR_CHANGE) return true;
  if (!best || best.probability < CONTRADICTS) return false;
  // A phrase takes all that follows as one text.
  const hasParts = HAS_PARTS.test(turn.sentence) || sentencesIn(turn.sentence).length > 1;
  return !same?.includes(best.frame) || hasParts;
}

/** What is offered as an example is answered as it is offered. */
const isExample = ({ sentence }: Turn, intent: string): boolean =>
  plain(INTENTS.find(({ name }) => name === intent)?.example ?? "") === plain(sentence);

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** A change is not made by a phrase of which the whole sentence says nothing. */
const LEAST_FOR_CHANGE = 0.4;

const likelihoodOf = (turn: Turn, frames: readonly string[]): number =>
  readingsFor(turn)
    .filter(({ frame }) => frames.includes(frame))
    .reduce((sum, { probability }) => sum + probability, 0);

/** The same after an intent found no record; only if the frame means what the intent does. */
export async function answerInstead(turn: Turn, intent: string): Promise<Framed | null> {
  const same = FRAMES_OF[intent];
  const best = readingsFor(turn)[0];
  if (!best || (same && !same.includes(best.frame))) return null;
  const answer = await answerByFrame(turn);
  return answer?.isQuestion ? null : answer;
}

/** Whether every word of each request of a sentence is understood: then no model has to read it. */
export function coversCompletely(turn: Turn): boolean {
  if (hasNegation(turn.sentence)) return false;
  const requests = requestsIn(turn.sentence);
  return requests.every((sentence) => {
    const [best] = readingsFor({ ...turn, sentence });
    return (
      best !== undefined && best.probability >= COVERS && best.isCovered && Object.hasOwn(ACTS, best.frame)
    );
  });
}

/** Answers by the frame that the sentence most likely is; null where none is likely enough. */
export async function answerByFrame(turn: Turn): Promise<Framed | null> {
  const negated = readNegated(turn.sentence);
  const sentence = wantedOf(turn.sentence);
  if (sentence === null) return { text: "I leave it as it is.", intent: "none.negated", reading: null };
  const wanted = { ...turn, sentence };
  const item = negated?.wanted ? readingsOf(negated.unwanted, 1)[0]?.roles.item : undefined;
  const fit = await fitFor(wanted, (reading) =>
    contextFor(item ? withItem(reading, item) : reading, stepBefore(turn)),
  );
  if (!fit) return null;
  const { reading } = fit;
  const result = fit.result ?? (await resultOf(wanted, reading.frame, reading.roles));
  const near = "lacks" in result && result.lacks ? await findNearInContent(wanted) : null;
  return framed(wanted, near ? contentReading(reading) : reading, near ?? result);
}

/** What no record answers is asked of what is written. */
const contentReading = (reading: Reading): Reading => ({ ...reading, frame: "content.ask", roles: {} });

/** What only a person, or a program outside, can do: 'fax …', 'print …', 'get me a taxi'. */
const OUTSIDE =
  /^(?:please |pls |and |then |(?:can|could|would|will) you (?:please |kindly |possibly |be so kind as to )?|kindly )*(?:fax|courier|print(?: out)?|photocopy|(?:get|order|book|call|find) (?:me )?(?:an? )?(?:uber|taxi|cab|hire car|rental car|limo)|have (?:some )?flowers)\b/i;

/** What is asked for by not wanting something: 'don't send it', 'don't remind me of the car'. */
const STOPS = new Set(
  "emails.cancelSend reminders.cancel emails.unsubscribe conversations.mute documents.unshare events.uninvite".split(
    " ",
  ),
);

/** The part of a sentence that is wanted: of 'do not delete it, just archive it' the second; null if nothing is. */
export function wantedOf(sentence: string): string | null {
  const negated = readNegated(sentence);
  if (!negated) return sentence;
  if (negated.wanted !== "") return negated.wanted;
  const [best] = readingsOf(sentence, 1);
  return best && best.probability >= CONTRADICTS && STOPS.has(best.frame) ? sentence : null;
}

/** The reading that fits best, each first completed by what was said before; null where none is likely enough. */
export async function fitFor(
  turn: Turn,
  completed: (reading: Reading) => Reading = (reading) => reading,
): Promise<Fit | null> {
  const corrected = readCorrection(turn);
  const readings = corrected ? [corrected] : readingsFor(turn);
  const fit = await bestFit(turn, readings.map(completed));
  const isChange = fit && !("text" in (fit.result ?? {}));
  const isFragment = turn.sentence.split(/\s+/).length < FEWEST_WORDS;
  if (isChange && isFragment && fit.reading.probability < LEAST_FOR_FRAGMENT) return null;
  // Words that nobody greets with are no greeting.
  if (fit && isUnlikelyChat(fit.reading)) return null;
  // What is surely meant is asked about, although what it names is not found.
  return fit && (fit.value >= LEAST_VALUE || fit.reading.probability >= CLEAR) ? fit : null;
}

const isUnlikelyChat = ({ frame, isCovered, probability }: Reading): boolean =>
  frame.startsWith("chat.") && !isCovered && probability < CLEAR;

const withItem = (reading: Reading, item: string): Reading =>
  reading.roles.item && !POINTING.test(reading.roles.item)
    ? reading
    : { ...reading, roles: { ...reading.roles, item } };

export async function framed(turn: Turn, reading: Reading, result: Result): Promise<Framed> {
  const answer = "text" in result ? result : await follow(turn, result, reading);
  const { frame, roles } = reading;
  return {
    ...answer,
    intent: frame,
    reading: { frame, roles, isOpen: answer.isQuestion ?? false, sentence: turn.sentence },
  };
}

/** What a sentence that a phrase answered is most likely, for the sentence after it. */
export function likelyReading(turn: Turn, isOpen: boolean): SavedReading | null {
  const [best] = readingsFor(turn);
  if (!best || best.probability < CONTRADICTS) return null;
  return { frame: best.frame, roles: best.roles, isOpen, sentence: turn.sentence };
}

/** Kinds of records by the first part of the frames that are about them. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ tasks: "task", events: "event", emails: "email", documents: "document" },
  ...{ decisions: "decision", projects: "project", reminders: "reminder" },
};

/** Words for a kind of record, by which other kinds are not meant. */
const NOUNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:tasks?|to-?dos?)\b/i, "task"],
  [/\b(?:e-?mails?|mails?|newsletters?)\b/i, "email"],
  [/\b(?:meeting|event|appointment)s?\b/i, "event"],
  [/\b(?:document|file|pdf)s?\b/i, "document"],
];

const kindOf = ({ frame }: Reading): string => KINDS[frame.split(".")[0] ?? ""] ?? "";

/**
 * The likely readings. Where a record is named with its kind ('the task …') those of that kind come first, and where it
 * is pointed at ('it', 'the second') only those of a kind that was just shown are left.
 */
function readingsFor({ sentence, previousCards }: Turn): Reading[] {
  if (OUTSIDE.test(sentence))
    return [{ frame: "none.cannot", probability: 0.9, roles: {}, isCovered: false }];
  const thanks = readThanks(sentence);
  if (thanks) return [thanks];
  const readings = readingsOf(withoutException(sentence), MOST_READINGS);
  const item =
    readings[0]?.roles.item ?? readings.find(({ roles }) => POINTING.test(roles.item ?? ""))?.roles.item;
  if (!item) return readings;
  if (POINTING.test(item)) {
    const shown = new Set(previousCards.map(({ kind }) => kind));
    // 'It' is never a record of a kind that was not shown.
    const isMeant = (each: Reading) => shown.has(kindOf(each)) || PLAIN_FRAMES.test(each.frame);
    return shown.size === 0 ? readings : alone(readings.filter(isMeant));
  }
  const named = NOUNS.filter(([pattern]) => pattern.test(item)).map(([, kind]) => kind);
  const ofKind = readings.filter((each) => named.length === 1 && named.includes(kindOf(each)));
  return ofKind.length > 0 ? ofKind : readings;
}

/** What is asked for is read from what is not left out; the acts leave out what the whole sentence says. */
function withoutException(sentence: string): string {
  const { rest } = splitException(undefined, sentence);
  return rest.split(/\s+/).length < FEWEST_WORDS ? sentence : rest;
}

const FEWEST_WORDS = 3;

/** Frames that are about no record: 'that's great' is none of what was shown. */
const PLAIN_FRAMES = /^(?:none|chat|undo|help)\./;

/** What is left is as likely as all was together; nothing of it is so sure that it is done at once. */
function alone(left: readonly Reading[]): Reading[] {
  const sum = left.reduce((total, { probability }) => total + probability, 0);
  return left.map((each) => ({ ...each, probability: each.probability / (sum || 1), isCovered: false }));
}

const MOST_READINGS = 8;
const POINTING =
  /^(?:it|that|this|them|these|those|both|(?:the )?(?:first|second|third|last)(?: one)?|(?:that|this) one)$/i;

/**
 * Makes what is new if the sentence is understood completely. Everything else is a proposal: a record that is changed may
 * be another one than the person means.
 */
async function follow(
  turn: Turn,
  plans: readonly Plan[],
  { probability, isCovered, roles }: Reading,
): Promise<Answer> {
  const [only] = plans;
  if (!only) return { text: "There is nothing of that kind." };
  if (plans.length > MAX_STEPS)
    return asksFor(`These are ${plans.length} changes, more than ${MAX_STEPS} at once. Which of them first?`);
  const isPlain = !SEVERAL.test(turn.sentence) && !hasNegation(turn.sentence);
  // Words from several places may not belong together.
  const isWhole = Object.values(roles).every((words) => !words || piecesOf(turn.sentence, words).length < 2);
  const isSure = probability >= SURE && isCovered && !only.isGuess && isPlain && isWhole;
  if (plans.length === 1 && only.answer && isSure)
    return only.answer(await turn.use(only.capability as never, only.input as never));
  const orders = plans.map(({ order }) => order);
  return {
    text: ["Do you mean this?", ...orders].join(orders.length === 1 ? " " : "\n"),
    cards: plans.flatMap(({ cards }) => cards),
    proposed: plans.map(({ capability: { resource, verb }, input, order }) => ({
      ...{ capability: `${resource}.${verb}`, input },
      summary: order,
    })),
  };
}
