import { type Due, readDue } from "../dates/read-due.ts";
import { refersBack } from "../dates/refer-back.ts";
import type { ReadMessage } from "./read-messages.ts";
import type { Token } from "./read-tokens.ts";

/** Sentences and messages before that may have named the date of 'by then'. */
const MAX_SENTENCES_BACK = 12;
const MAX_MESSAGES_BACK = 3;

/** The date that words such as 'by then' and 'that morning' take from what stands before them. */
export function dueBefore(read: ReadMessage, sentence: number, tokens: readonly Token[]): Due | null {
  if (!refersBack(tokens)) return null;
  const start = tokens[0]?.start ?? 0;
  const own = read.sentences[sentence]?.tokens.filter((token) => token.end <= start) ?? [];
  const here = readDue(own, read.moment) ?? lastDue(read, sentence);
  if (here) return isDayOnly(tokens) ? { ...here, hasTime: false } : here;
  for (const message of read.before.slice(-MAX_MESSAGES_BACK).reverse()) {
    const due = lastDue(message, message.sentences.length);
    if (due) return due;
  }
  return null;
}

const isDayOnly = (tokens: readonly Token[]) => !tokens.some(({ word }) => word === "then");

/** The last date that the sentences before this one name. */
function lastDue({ sentences, moment }: ReadMessage, end: number): Due | null {
  for (let index = end - 1; index >= Math.max(0, end - MAX_SENTENCES_BACK); index -= 1) {
    const due = readDue(sentences[index]?.tokens ?? [], moment);
    if (due) return due;
  }
  return null;
}
