import type { Wants } from "#features/email/kinds/mail-labels.ts";
import type { LabelledMail } from "./read-mails.ts";

/** A sentence of the sender's own with what it wants; null where it wants nothing. */
export type LabelledSentence = { sentence: string; wants: Wants | null };

/** As many of its words must be in the other. */
const SHARE = 0.6;

const plain = (text: string): string =>
  text
    .replaceAll(/[>\s]+/gu, " ")
    .replace(/^(?:[-*•–]|\d{1,2}[.)]) /u, "")
    .trim()
    .toLowerCase();

/** Whether one is the other or most of it: authors cut sentences elsewhere than the program. */
export function isSameSentence(one: string, other: string): boolean {
  const [short = "", long = ""] = [plain(one), plain(other)].toSorted((a, b) => a.length - b.length);
  if (short === "") return false;
  return long.includes(short) && (short.length >= SHARE * long.length || short.length > 15);
}

/** The sentences, labelled by the asks of the mail. */
export const labelledSentences = ({ asks }: LabelledMail, sentences: readonly string[]): LabelledSentence[] =>
  sentences.map((sentence) => ({
    sentence,
    wants: asks.find((ask) => isSameSentence(ask.sentence, sentence))?.wants ?? null,
  }));
