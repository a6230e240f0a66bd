import { expect, test } from "vitest";
import { markedParts } from "./marked-parts.ts";

const marked = (text: string, search: string) =>
  markedParts(text, search)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join("");

test("word beginnings that match the search are marked, ignoring case and accents", () => {
  expect(marked("The heating, not the Cheat", "heat")).toBe("The [heat]ing, not the Cheat");
  expect(marked("Brückner & Söhne", "bruck sohne")).toBe("[Brück]ner & [Söhne]");
  expect(marked("Plan planning", "plan planning")).toBe("[Plan] [planning]");
  expect(marked("ﬁnal <b>bold</b>", "fin b")).toBe("[ﬁnal] <[b]>[b]old</[b]>");
  expect(marked("nothing here", "zebra ,;")).toBe("nothing here");
  expect(marked("", "x")).toBe("");
});
