import type { SignedIn } from "#platform/capability/context.ts";
import type { Capability, Definition } from "#platform/capability/definition.ts";
import type { ZoneClock } from "#platform/time/format-in-zone.ts";
import type { Card, SavedReading } from "./model.ts";

/** The words of a sentence that fill the slots of a phrase. */
export type Slots = Record<string, string | undefined>;

/** A call that needs the person's approval, exactly as it will run. */
export type Proposed = { capability: string; input: Record<string, unknown>; summary: string };

export type Answer = {
  text: string;
  cards?: Card[];
  /** True where something is unclear: nothing was done. */
  isQuestion?: boolean;
  /** What the sentence does not name, or names and nobody finds: it may mean something else. */
  lacks?: "role" | "record";
  /** What waits for approval: several are steps, in order. */
  proposed?: readonly Proposed[];
  /** Sentences that could be asked next. */
  suggestions?: string[];
};

/** One sentence while it is being answered. */
export type Turn = {
  context: SignedIn;
  timeZone: string;
  /** How times are written for the person, in that zone. */
  clock: ZoneClock;
  /** What the answer before this sentence showed: what 'it' and 'the second' mean. */
  previousCards: readonly Card[];
  /** What the sentence before was understood as. */
  previousReading?: SavedReading | null;
  sentence: string;
  /** Calls a capability with the person's rights and records its name for the receipt. */
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

/** A kind of request, and how it is answered from the person's own data. */
export type Intent = {
  name: string;
  area: (typeof AREAS)[number];
  /** How people phrase it; syntax in compile-phrase.ts. */
  phrases: readonly string[];
  /** One natural sentence, for the list of what can be said. */
  example: string;
  answer(turn: Turn, slots: Slots): Promise<Answer>;
};
