import { expect, test } from "vitest";
import { tokensOf } from "../tokens.ts";
import { piecesOf, type Vocabulary } from "./pieces.ts";

const vocabulary: Vocabulary = new Map(
  ["\u2581the", "\u2581lea", "se", "\u2581l", "e", "a", "s", "'"].map((piece, at) => [
    piece,
    { id: at + 6, score: -1 - at / 10 },
  ]),
);
const read = (sentence: string) => piecesOf(tokensOf(sentence), vocabulary);

test("a word is divided into its likeliest pieces", () => {
  expect(read("the lease")).toEqual({ ids: [6, 7, 8], starts: [0, 1] });
});

test("characters that no piece has are one unknown piece", () => {
  expect(read("the \u{1F600}\u4E2D lease").ids.filter((id) => id === 0).length).toBeLessThanOrEqual(2);
  expect(read("\u4E2D\u6587")).toEqual({ ids: [0], starts: [0] });
});

test("a long word and a long sentence are read at their beginning", () => {
  expect(read("a".repeat(500)).ids.length).toBeLessThanOrEqual(40);
  const { ids, starts } = read("lease ".repeat(70));
  expect(ids).toHaveLength(96);
  expect(starts).toHaveLength(48);
});

test("without words there are no pieces", () => {
  expect(read("")).toEqual({ ids: [], starts: [] });
});
