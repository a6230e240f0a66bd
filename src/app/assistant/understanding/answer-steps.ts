import type { Answer, Proposed, Turn } from "../intent.ts";
import type { Card } from "../model.ts";
import type { Framed } from "./act.ts";
import { fitFor, framed, wantedOf } from "./answer-by-frame.ts";
import { type Fit, resultOf } from "./best-fit.ts";
import { contextFor, joinRequests, type Step } from "./link-steps.ts";
import { readNegated } from "./negated.ts";
import { requestsIn } from "./split-sentence.ts";

/**
 * Answers a sentence that asks for several things: what is asked is answered, what is to be changed is proposed, in
 * order. Null for one request, or if one of them is not understood.
 */
export async function answerSteps(turn: Turn): Promise<Framed | null> {
  const requests = requestsIn(turn.sentence);
  if (requests.length < 2 || requests.some(isTurned)) return null;
  const steps: Step[] = [];
  for (const request of requests) {
    const sentence = wantedOf(request);
    // What is not wanted is left as it is.
    if (sentence === null) continue;
    const before = steps.at(-1);
    const part = {
      ...turn,
      sentence,
      previousCards: before?.cards.length ? before.cards : turn.previousCards,
    };
    const fit = await fitFor(part, (reading) => contextFor(reading, steps));
    if (!fit) return null;
    const joined = before ? joinRequests(before, fit.reading) : null;
    const step = joined
      ? await stepOf({ ...turn, sentence: `${before?.sentence}, ${sentence}` }, joined)
      : await stepOf(part, fit);
    if (step.answer.isQuestion) return step.answer;
    if (joined) steps.pop();
    steps.push(step);
  }
  const [only, second] = steps;
  if (!only) return null;
  return only && !second ? only.answer : inOrder(steps);
}

/** Whether a 'not' stands within it: what it turns is not known. */
const isTurned = (request: string): boolean => readNegated(request) === null && DO_NOT.test(request);
const DO_NOT = /\b(?:do not|don't|dont|don\u2019t|never) (?!forget\b|let me forget\b)/i;

async function stepOf(turn: Turn, fit: Pick<Fit, "reading"> & Partial<Fit>): Promise<Step> {
  const { reading } = fit;
  const result = fit.result ?? (await resultOf(turn, reading.frame, reading.roles));
  const answer = await framed(turn, { ...reading, isCovered: false }, result);
  return { sentence: turn.sentence, reading, answer, cards: answer.cards ?? [] };
}

function inOrder(steps: readonly Step[]): Framed {
  const proposed = mergedChanges(steps.flatMap(({ answer }) => answer.proposed ?? []));
  const texts = steps.filter(({ answer }) => !answer.proposed).map(({ answer }) => answer.text);
  const orders = proposed.map(({ summary }, index) => `${index + 1}. ${summary}`);
  const cards = new Map<string, Card>(
    steps.flatMap((step) => step.cards.map((card) => [`${card.kind} ${card.id}`, card] as const)),
  );
  const answer: Answer = {
    text: [...texts, ...(orders.length > 0 ? ["Shall I do this?", ...orders] : [])].join("\n"),
    cards: [...cards.values()],
    ...(proposed.length > 0 ? { proposed } : {}),
  };
  const reading = steps.at(-1)?.answer.reading ?? null;
  return { ...answer, intent: steps.map((step) => step.reading.frame).join(" + "), reading };
}

const COMMON = new Set(["id", "version", "scope", "timeZone"]);

/**
 * Two changes of one record are one: the second would not know the version that the first makes. Lists are joined; of
 * another field that both change the last counts, and the summary names all that is written.
 */
function mergedChanges(proposed: readonly Proposed[]): Proposed[] {
  const merged: Proposed[] = [];
  for (const each of proposed) {
    if (merged.some((other) => isSameCall(other, each))) continue;
    const at = merged.findIndex(
      ({ capability, input }) =>
        capability === each.capability && input.id !== undefined && input.id === each.input.id,
    );
    const same = merged[at];
    if (same && each.capability.endsWith(".update")) merged[at] = joined(same, each);
    else merged.push(each);
  }
  return merged;
}

function joined(one: Proposed, other: Proposed): Proposed {
  const input = { ...one.input };
  for (const [field, value] of Object.entries(other.input)) {
    const before = input[field];
    input[field] =
      Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value;
  }
  const isReplaced = Object.keys(one.input).every(
    (field) => COMMON.has(field) || (field in other.input && !Array.isArray(one.input[field])),
  );
  const summary = isReplaced ? other.summary : `${one.summary}; ${other.summary}`;
  return { ...one, input, summary: summary.slice(0, 500) };
}

const isSameCall = (one: Proposed, other: Proposed): boolean =>
  one.capability === other.capability && JSON.stringify(one.input) === JSON.stringify(other.input);
