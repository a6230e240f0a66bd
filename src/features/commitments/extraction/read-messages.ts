import type { Due, Moment } from "../dates/read-due.ts";
import type { FoundCommitment, Party, ThreadMessage } from "../model.ts";
import type { Asked } from "./find-asks.ts";
import type { Token } from "./read-tokens.ts";
import type { Sentence } from "./split-sentences.ts";

/** Null: all who receive the message. */
export type Addressees = readonly Party[] | null;
/** A message in sentences, each with those to whom it is said. */
export type ReadMessage = {
  message: ThreadMessage;
  sentences: Sentence[];
  addressees: Addressees[];
  moment: Moment;
  /** The messages before it, oldest first. */
  before: readonly ReadMessage[];
};
/** A promise or a request between any two people of the thread; `rule` names the rule that found it, 'none' if none did. */
export type Finding = Omit<FoundCommitment, "messageId" | "to" | "confidence"> & {
  to: Addressees;
  rule: string;
};
/** What somebody asked and nobody has answered. */
export type OpenAsk = { asked: Asked; by: Party; to: Addressees; what: string; due: Due | null };

const MAX_LENGTH = 100;

export function quoteOf(text: string, tokens: readonly Token[]): { quote: string; offset: number } {
  const offset = tokens[0]?.start ?? 0;
  return { quote: text.slice(offset, tokens.at(-1)?.end ?? offset), offset };
}

/** A few words that say what is to be done. */
export function summaryOf(text: string, tokens: readonly Token[]): string {
  const words = quoteOf(text, tokens).quote.slice(0, 1000).replace(/\s+/g, " ");
  const end = words.search(/[.!?…](?:\s|$)/);
  const whole = end < 0 ? words : words.slice(0, end);
  if (whole.length <= MAX_LENGTH) return whole;
  return `${whole.slice(0, whole.lastIndexOf(" ", MAX_LENGTH) + 1 || MAX_LENGTH).trimEnd()}…`;
}
