import { AppError } from "#platform/capability/errors.ts";
import type { Answer, Turn } from "../intent.ts";
import { asksFor, type Plan, plansOf, type Roles } from "./act.ts";
import { ACTS } from "./acts.ts";
import type { Reading } from "./understand-sentence.ts";

export type Result = Answer | readonly Plan[];
/** `result` is null if it can only be known by changing something. */
export type Fit = { reading: Reading; result: Result | null; value: number };

/** Thrown to end a trial: the act would change something, so that it certainly fits. */
class WouldChange extends Error {}

/** Readings that are this many times less likely than the best are not tried. */
const LEAST_PART = 0.02;
/** A reading this likely is followed without trying others, if it fits. */
const CLEAR = 0.9;

/**
 * Of several readings the one that fits best what the person has: it is likely, what it names is found, and nothing is
 * missing. Nothing is changed to find that out. Null without any reading that can be followed.
 */
export async function bestFit(turn: Turn, readings: readonly Reading[]): Promise<Fit | null> {
  let best: Fit | null = null;
  const [first] = readings;
  for (const reading of readings) {
    if (reading.probability < (first?.probability ?? 0) * LEAST_PART || !Object.hasOwn(ACTS, reading.frame))
      continue;
    const result = await tried(turn, reading);
    const isOpposite = !("text" in (result ?? { text: "" })) && isPlainQuestion(turn.sentence);
    const value = Math.log(reading.probability) + worthOf(result) + (isOpposite ? OPPOSITE : 0);
    if (!best || value > best.value) best = { reading, result, value };
    if (reading === first && reading.probability >= CLEAR && worthOf(result) >= 0) break;
  }
  return best;
}

/** What an act makes of a reading with reading calls only; null if it would change something. */
export async function tried(turn: Turn, reading: Reading): Promise<Result | null> {
  const use: Turn["use"] = (capability, input) => {
    if (capability.definition.effect !== "read") throw new WouldChange();
    return turn.use(capability, input);
  };
  try {
    return await resultOf({ ...turn, use }, reading.frame, reading.roles);
  } catch (error) {
    if (!(error instanceof WouldChange)) throw error;
    return null;
  }
}

/** What the act of a frame makes of the roles; an error of a capability is a question. */
export async function resultOf(turn: Turn, frame: string, roles: Roles): Promise<Result> {
  try {
    const result = (await ACTS[frame]?.(turn, roles)) ?? asksFor("What do you mean?");
    return plansOf(result) ?? (result as Answer);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...asksFor(error.message), lacks: "record" };
  }
}

/** How much more or less likely a reading is by what came of it, as a logarithm. */
function worthOf(result: Result | null): number {
  if (!result) return 0;
  if (!("text" in result)) return result.some(({ cards }) => cards.length > 0) ? FOUND : 0;
  if (result.lacks === "record") return MISSING;
  return result.lacks === "role" ? INCOMPLETE : 0;
}

const QUESTION =
  /^(?:have|has|had|did|does|is|are|was|were|am|who|whom|whose|when|where|which|how|what|why)\b/i;
const REQUEST =
  /^(?:how|what) (?:about|if)\b|^why (?:not|don't)\b|\b(?:can|could|would|will) you\b|\bshall\b/i;

/** Whether it only asks: no change is its answer. */
const isPlainQuestion = (sentence: string): boolean =>
  sentence.trimEnd().endsWith("?") && QUESTION.test(sentence) && !REQUEST.test(sentence);

const OPPOSITE = -4;
const FOUND = 0.7;
const MISSING = -3;
const INCOMPLETE = -1.5;
