import type { Token } from "../../understanding/tokens.ts";
import { SMALL } from "../question-words.ts";

/** The stems of the words that carry meaning, each once. */
export const lexicalStems = (tokens: readonly Token[]): string[] => [
  ...new Set(
    tokens
      .filter(({ shape, stem, word }) => shape !== "mark" && !SMALL.has(stem) && !SMALL.has(word))
      .map(({ stem }) => stem),
  ),
];
