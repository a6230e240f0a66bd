/** The sentences of a text with their punctuation; list items are separate. */
export const splitSentences = (text: string): string[] =>
  text
    .split(/\r?\n+/)
    .flatMap((line) => line.split(/(?<=[.!?…])\s+(?=[\p{Lu}\p{N}"'“(])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

/** Capitalises the first letter and adds `stop` where there is no punctuation at the end. */
export function asSentence(text: string, stop: "." | ""): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const capitalized = trimmed.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?:…]$/.test(capitalized) ? capitalized : capitalized + stop;
}

export const withoutStop = (text: string) => text.replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/, "");

export const GREETING = /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b[^\n]{0,60}$/i;
export const CLOSING =
  /^(?:best|kind|warm)(?:est)?(?: regards| wishes)?|^regards|^sincerely|^yours|^cheers|^many thanks|^thank you,?$|^thanks,?$/i;
