/** Sentences of a text with their own stops; lines of a list stand alone. */
export const splitSentences = (text: string): string[] =>
  text
    .split(/\r?\n+/)
    .flatMap((line) => line.split(/(?<=[.!?…])\s+(?=[\p{Lu}\p{N}"'“(])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

/** Begins with a capital and ends with `stop` where it has no end of its own. */
export function asSentence(text: string, stop: "." | ""): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const begun = trimmed.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return /[.!?:…]$/.test(begun) ? begun : begun + stop;
}

export const withoutStop = (text: string) => text.replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/, "");

export const GREETING = /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b[^\n]{0,60}$/i;
export const CLOSING =
  /^(?:best|kind|warm)(?:est)?(?: regards| wishes)?|^regards|^sincerely|^yours|^cheers|^many thanks|^thank you,?$|^thanks,?$/i;
