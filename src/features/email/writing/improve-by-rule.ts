import { asSentence, CLOSING, GREETING } from "./split-sentences.ts";

/** Informal spellings and their replacements. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bpls\b|\bplz\b/gi, "please"],
  [/\bthx\b|\btnx\b/gi, "thank you"],
  [/\bu\b/g, "you"],
  [/\bur\b/g, "your"],
  [/\br\b(?=\s+you)/g, "are"],
  [/\basap\b/gi, "as soon as possible"],
  [/\bfyi\b[:,]?\s*/gi, "for your information: "],
  [/\bbtw\b,?/gi, "by the way,"],
  [/\bimo\b,?/gi, "in my opinion,"],
  [/\btmrw\b|\btmr\b/gi, "tomorrow"],
  [/\bmtg\b/gi, "meeting"],
  [/\binfo\b/gi, "information"],
  [/\bgonna\b/gi, "going to"],
  [/\bwanna\b/gi, "want to"],
  [/\bgotta\b/gi, "have to"],
  [/\bdont\b/gi, "do not"],
  [/\bcant\b/gi, "cannot"],
  [/\bwont\b/gi, "will not"],
  [/\bim\b/g, "I am"],
  [/\bi(?='(?:m|ll|ve|d)\b)|\bi\b(?!\.)/g, "I"],
  [/\b(?:just|really|basically|actually|literally)\s+/gi, ""],
  [/\bvery very\b/gi, "very"],
];

/** Corrects informal spellings, capitals, full stops and spaces; adds a greeting and a closing where missing. */
export function improveByRule(text: string): string {
  const paragraphs = text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split("\n").map(improveLine).filter(Boolean).join("\n"))
    .filter(Boolean);
  const lines = paragraphs.join("\n").split("\n");
  const isGreeted = GREETING.test(lines[0] ?? "");
  const isClosed = lines.slice(-3).some((line) => CLOSING.test(line));
  return [...(isGreeted ? [] : ["Hello,"]), ...paragraphs, ...(isClosed ? [] : ["Best regards"])].join(
    "\n\n",
  );
}

function improveLine(line: string): string {
  const spaced = line
    .replace(/[ \t]+/g, " ")
    .replace(/(?<! ) +([,.;:!?])/g, "$1")
    .replace(/([,;])(?=\p{L})/gu, "$1 ")
    .replace(/([!?])\1+/g, "$1")
    .trim();
  const worded = WORDS.reduce((words, [hasty, replacement]) => words.replace(hasty, replacement), spaced);
  if (GREETING.test(worded))
    return worded
      .replace(/^\p{Ll}/u, capital)
      .replace(/[.!]?$/, "")
      .replace(/,?$/, ",");
  if (worded === "" || CLOSING.test(worded)) return worded.replace(/^\p{Ll}/u, capital);
  const isListed = /^[-*•\d]/.test(worded);
  const capitalized = worded.replace(
    /([.!?]\s+)(\p{Ll})/gu,
    (_, stop: string, letter: string) => stop + capital(letter),
  );
  return isListed ? capitalized : asSentence(capitalized, capitalized.includes(" ") ? "." : "");
}

const capital = (letter: string) => letter.toUpperCase();
