import type { Actor } from "#platform/capability/actor.ts";
import type { ReadingTrace } from "#platform/capability/reading-trace.ts";
import type { Services } from "#platform/capability/services.ts";
import type { ModelMessage } from "#platform/model/model.ts";
import type { Proposed } from "../intent.ts";
import type { Act, Card, Mark } from "../model.ts";
import type { Material } from "./claims/material.ts";
import type { ToolSet } from "./tools.ts";

export type Run = {
  services: Services;
  actor: Actor;
  /** Names the run: its audit rows carry it, so that its undo and its receipt are found. */
  requestId: string;
  address: string | null;
  /** System rules, earlier messages of the chat, and the sentence itself. */
  messages: readonly ModelMessage[];
  sentence: string;
  page: string | null;
  /** True if `messages` already contains text written by others. */
  isTainted: boolean;
  /** Records already shown in the chat, so that the summary of a proposal can name them. */
  known: readonly Card[];
  /** What the person said and what is known before the first call: an answer is checked against it. */
  material: Material;
  signal: AbortSignal;
  /** Receives the cleaned text so far with the marks of its complete sentences, or the name of the tool being called. */
  onProgress(progress: Progress): Promise<void> | void;
};

export type Progress = { text: string; marks: readonly Mark[] } | { step: string };

export type Ran = {
  text: string;
  cards: Card[];
  toolCalls: Act[];
  proposed: Proposed[];
  isTainted: boolean;
  /** The pieces of the text that nothing supports. */
  marks: Mark[];
  /** Why it ended early; null where it came to its end. */
  failure: string | null;
};

/** A run under way. */
export type State = {
  run: Run;
  tools: ToolSet;
  messages: ModelMessage[];
  toolCalls: Act[];
  proposed: Proposed[];
  /** Records that were read, in the order of their numbers. */
  seen: Card[];
  /** Whether text by others was read, according to the records themselves, not to the tool that returned them. */
  reading: ReadingTrace;
  calls: number;
  /** Model requests so far, and the one in which tools were searched for and found. */
  step: number;
  foundInStep: number | null;
  text: string;
  /** What the model was given: a link of its answer is shown only if it stands there. */
  sources: string;
  isCut: boolean;
};
