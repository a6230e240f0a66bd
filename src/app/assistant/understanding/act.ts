import type { AnyCapability } from "#platform/capability/definition.ts";
import { withoutTypes } from "#platform/capability/definition.ts";
import type { Answer, Turn } from "../intent.ts";
import type { Card, SavedReading } from "../model.ts";

/** An answer, and the frame that it was given by. */
export type Framed = Answer & {
  intent: string;
  reading: SavedReading | null;
  /** True if it takes the place of the answer before: what that proposed is no longer wanted. */
  isCorrection?: boolean;
};

/** The words that fill the roles of a frame. */
export type Roles = Readonly<Partial<Record<string, string>>>;

/** One change. It is proposed, unless it makes something new and the sentence is understood completely. */
export type Plan = {
  capability: AnyCapability;
  input: Record<string, unknown>;
  /** What is done, as an order: "Complete 'Call Anna'". */
  order: string;
  /** The records that are changed, as they are now. */
  cards: Card[];
  /** True where something was only guessed, such as a time of which not every word was read. */
  isGuess: boolean;
  /** For what is new: what is answered once it is made. Changes of a record have none and wait for approval. */
  answer?: (output: unknown) => Answer;
};

/** Several are steps, in order. */
type Result = Answer | Plan | readonly Plan[];

/** Says what a frame asks for: changes to make, an answer, or a question if something is unclear. */
export type Act = (turn: Turn, roles: Roles) => Promise<Result>;

export const asksFor = (text: string): Answer => ({ text, isQuestion: true, lacks: "role" });

/** The changes of a result; null for an answer. */
export const plansOf = (result: Result): readonly Plan[] | null =>
  "text" in result ? null : "capability" in result ? [result] : result;

/** A plan whose input is checked against its capability's types. */
export function planOf<I extends object, O>(
  capability: ((context: never, input: I) => Promise<O>) & Pick<AnyCapability, "resource" | "verb">,
  input: I,
  {
    order,
    cards = [],
    isGuess = false,
    answer,
  }: Pick<Plan, "order"> & Partial<Pick<Plan, "cards" | "isGuess">> & { answer?: (output: O) => Answer },
): Plan {
  return {
    capability: withoutTypes(capability),
    input: input as Record<string, unknown>,
    order: order.slice(0, 500),
    ...{ cards, isGuess },
    ...(answer && { answer: (output: unknown) => answer(output as O) }),
  };
}
