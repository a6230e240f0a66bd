import { expect, test } from "vitest";
import { tokensOf } from "../../understanding/tokens.ts";
import { type Passage, readPassages } from "./read-passages.ts";

const passage = (text: string, about = "", record: unknown = text): Passage => ({
  ...{ tokens: tokensOf(text), context: tokensOf(about), record },
  ...{ isQuoted: false, isSignature: false },
});

const LEASE = [
  "Either side may terminate the lease with six months' notice to the end of a quarter.",
  "The rent is 4,120 a month, plus operating costs.",
  "The keys are handed over on 18 January.",
  "Two bays in the yard come with it.",
].map((text) => passage(text, "Lease Graz", "lease"));

const read = (question: string, passages: readonly Passage[] = LEASE) =>
  readPassages(question, passages, { most: 8, also: [] });

/** The words of a passage that are the answer. */
const wordsOf = ({ tokens }: Passage, { first, last }: { first: number; last: number }) =>
  tokens
    .slice(first, last + 1)
    .map(({ word }) => word)
    .join(" ");

test.each([
  ["how fast can we get out of the Graz lease", 0, "six months"],
  ["what do we pay the landlord for Graz", 1, "4,120"],
  ["when do we move into Graz", 2, "18 january"],
])("'%s' is answered by a sentence with other words", (question, at, words) => {
  const [best] = read(question).passages;
  expect(best?.at).toBe(at);
  expect(wordsOf(LEASE[at] as Passage, best?.span ?? { first: 0, last: 0 })).toContain(words);
});

test("the same question is read the same after others", () => {
  const before = read("when do we get the keys");
  read("a question about nothing at all, ".repeat(30));
  expect(read("when do we get the keys")).toEqual(before);
});

test("of many passages the nearest are read, and those that are named besides", () => {
  const others = Array.from({ length: 300 }, (_, at) => passage(`Line ${at} of the programme of the choir.`));
  const { passages } = readPassages("what do we pay the landlord for Graz", [...others, ...LEASE], {
    most: 4,
    also: [7],
  });
  expect(passages).toHaveLength(5);
  expect(passages[0]?.at).toBe(301);
  expect(passages.map(({ at }) => at)).toContain(7);
});

test("nothing is read of no words, and very long ones only in part", () => {
  expect(read("").passages).toEqual([]);
  expect(read("when", [passage(""), passage("word ".repeat(500))]).passages.map(({ at }) => at)).toEqual([1]);
});
