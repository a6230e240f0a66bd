import { stemOf, tokensOf } from "./tokens.ts";

/** How well a text has the words: each that is found counts 1, one that is nearly found less; at most 1. */
export function shareOf(words: readonly string[], text: string): number {
  if (words.length === 0) return 0;
  const stems = tokensOf(text).map(({ stem }) => stem);
  const found = words.map((word) => Math.max(0, ...stems.map((stem) => likeness(word, stem))));
  return found.reduce((sum, each) => sum + each, 0) / words.length;
}

function likeness(word: string, stem: string): number {
  if (word === stem) return 1;
  const [short, long] = word.length < stem.length ? [word, stem] : [stem, word];
  if (short.length >= 4 && long.startsWith(short)) return 0.9;
  if (short.length >= 5 && isOneEditApart(short, long)) return 0.8;
  return 0;
}

/** One letter more, less or another, or two that changed places. */
export function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

export const stemsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => stemOf(word.toLowerCase()));

/** The parts of 'the lease, the visa and the report'. */
export const namesIn = (words: string): string[] =>
  words
    .split(/,| and | & | plus /)
    .map((part) => part.trim().replace(/^and /, ""))
    .filter(Boolean);
