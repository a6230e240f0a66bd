import { wordSet } from "./word-classes.ts";

export type Words = readonly string[];
/** The first word of what is asked by the words at a place; -1 if they ask nothing. */
export type Reading = (words: Words, at: number) => number;
export const NONE = -1;

const POLITE = wordSet(
  "please kindly maybe possibly perhaps also just then still both quickly at least by any chance",
);
export const skipPolite = (words: Words, from: number) => {
  let at = from;
  while (POLITE.has(words[at] ?? "") && at - from < 5) at += 1;
  return at;
};
