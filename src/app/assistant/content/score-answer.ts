import type { Answer } from "../intent.ts";

/**
 * `near`: nothing was given as the answer, and it stands in what was shown beside. `missed`: it was said that nothing was
 * found or sure, and it does not stand there either.
 */
export type Verdict = "right" | "near" | "honest" | "missed" | "wrong";

const NOT_FOUND = /\bdid not find\b|\bnot found\b|\bwhich one do you mean\b/i;

/** Nothing is given as the answer; what is quoted is only near. */
const OPEN = /^(?:I did not find that\b|I am not sure\b|which one do you mean\b)/i;

/** Judges an answer by the pieces that must be in it, or by `not found`. */
export function scoreAnswer(
  { expect, wrong = [] }: { expect: "not found" | string[]; wrong?: string[] },
  { text, cards = [] }: Pick<Answer, "text" | "cards">,
): Verdict {
  const isOpen = OPEN.test(text);
  if (expect === "not found") return isOpen ? "honest" : "wrong";
  const whole = plain(`${text} ${cards.map(({ title, subtitle }) => `${title} ${subtitle}`).join(" ")}`);
  const heads = text
    .split("\n")
    .map((line) => line.split('"')[0] ?? "")
    .join(" ");
  if (wrong.some((piece) => has(plain(heads), piece)) && !expect.every((piece) => has(plain(heads), piece)))
    return "wrong";
  const isThere = expect.every((piece) => hasPiece(whole, heads, piece));
  if (isOpen) return isThere ? "near" : "missed";
  return isThere ? "right" : NOT_FOUND.test(text) ? "missed" : "wrong";
}

function hasPiece(whole: string, heads: string, piece: string): boolean {
  if (/^(?:yes|no)$/.test(piece)) return new RegExp(`\\b${piece}\\b`, "i").test(heads);
  return has(whole, piece);
}

function has(whole: string, piece: string): boolean {
  const [, month = "", day = ""] = /^([A-Z][a-z]{2})[a-z]* (\d{1,2})$/.exec(piece) ?? [];
  if (month)
    return new RegExp(
      `\\b(?:${month}[a-z]* 0?${day}\\b|0?${day}(?:st|nd|rd|th)?\\.? (?:of )?${month})`,
      "i",
    ).test(whole);
  const bare = plain(piece).replaceAll(/[.*+?^$()[\]{}|\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${bare}(?![\\p{N}])`, "iu").test(whole);
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\u2018\u2019'"]/g, "")
    .replaceAll(/\s+/g, " ");
