import type { Answer } from "../intent.ts";

/** `missed`: it was said that nothing was found, though something is there. */
export type Verdict = "right" | "honest" | "missed" | "wrong";

const NOT_FOUND = /\bdid not find\b|\bnot found\b|\bwhich one do you mean\b/i;

/** Judges an answer by the pieces that must be in it, or by `not found`. */
export function scoreAnswer(
  { expect, wrong = [] }: { expect: "not found" | string[]; wrong?: string[] },
  { text, cards = [] }: Pick<Answer, "text" | "cards">,
): Verdict {
  const isFound = text.includes('"') || !NOT_FOUND.test(text);
  if (expect === "not found") return isFound ? "wrong" : "honest";
  if (!isFound) return "missed";
  const whole = plain(`${text} ${cards.map(({ title, subtitle }) => `${title} ${subtitle}`).join(" ")}`);
  const heads = text
    .split("\n")
    .map((line) => line.split('"')[0] ?? "")
    .join(" ");
  if (wrong.some((piece) => has(plain(heads), piece)) && !expect.every((piece) => has(plain(heads), piece)))
    return "wrong";
  return expect.every((piece) => hasPiece(whole, heads, piece))
    ? "right"
    : NOT_FOUND.test(text)
      ? "missed"
      : "wrong";
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
