import type { SignedIn } from "#platform/capability/context.ts";
import type { Capability, Definition } from "#platform/capability/definition.ts";
import type { Card } from "./model.ts";

/** The words that a sentence put into the places of a phrase. */
export type Slots = Record<string, string | undefined>;

/** What needs the person's approval before it happens: exactly this call. */
export type Proposed = { capability: string; input: Record<string, unknown>; summary: string };

export type Answer = {
  text: string;
  cards?: Card[];
  /** True where something is unclear: nothing was done. */
  isQuestion?: boolean;
  proposed?: Proposed;
  /** What could be said next. */
  suggestions?: string[];
};

/** One sentence on its way to its answer. */
export type Turn = {
  context: SignedIn;
  timeZone: string;
  /** What the answer before this sentence showed: what 'it' and 'the second' mean. */
  shown: readonly Card[];
  /** The sentence as it was said. */
  sentence: string;
  /** Calls a capability with the person's rights and keeps its name for the receipt. */
  use<D extends Definition>(
    capability: Capability<D>,
    input: Parameters<Capability<D>>[1],
  ): ReturnType<Capability<D>>;
};

export const AREAS = [
  "tasks",
  "calendar",
  "email",
  "people",
  "documents",
  "team",
  "day",
  "assistant",
] as const;

/** Something that people ask for, and how it is answered from their own data. */
export type Intent = {
  name: string;
  area: (typeof AREAS)[number];
  /** How it is said; see compile-phrase.ts. */
  phrases: readonly string[];
  /** One natural sentence, for the list of what can be said. */
  example: string;
  answer(turn: Turn, slots: Slots): Promise<Answer>;
};
