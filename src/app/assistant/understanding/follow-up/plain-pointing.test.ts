import { expect, test } from "vitest";
import type { Card } from "../../model.ts";
import { withPlainPointing } from "./plain-pointing.ts";

const shown = (count: number) => Array.from({ length: count }, () => ({}) as Card);

test.each([
  ["archive the lot", 3, "archive them"],
  ["Star all three.", 3, "Star them."],
  ["Move both to Friday.", 2, "Move them to Friday."],
  ["Could you make every one of them urgent?", 4, "Could you make them urgent?"],
  ["both finished, close em out", 2, "both finished, close them out"],
  ["Ugh. Can they both go to Friday?", 2, "move them to Friday?"],
  ["get the pair of them archived", 2, "get them archived"],
])("'%s' after %i records is '%s'", (sentence, count, plain) => {
  expect(withPlainPointing(sentence, shown(count))).toBe(plain);
});

test.each([
  ["star all three", 2],
  ["move both to Friday", 5],
  ["archive the lot", 0],
  ["tell Bob both are fine", 2],
])("'%s' after %i records stays as it is", (sentence, count) => {
  expect(withPlainPointing(sentence, shown(count))).toBe(sentence);
});
