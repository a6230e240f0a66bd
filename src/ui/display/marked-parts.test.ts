import { expect, test } from "vitest";
import { markedParts } from "./marked-parts.ts";

const shown = (text: string, search: string) =>
  markedParts(text, search)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join("");

test("the beginnings of words that a search names are marked, whatever their case and accents", () => {
  expect(shown("The heating, not the Cheat", "heat")).toBe("The [heat]ing, not the Cheat");
  expect(shown("Brückner & Söhne", "bruck sohne")).toBe("[Brück]ner & [Söhne]");
  expect(shown("Plan planning", "plan planning")).toBe("[Plan] [planning]");
  expect(shown("ﬁnal <b>bold</b>", "fin b")).toBe("[ﬁnal] <[b]>[b]old</[b]>");
  expect(shown("nothing here", "zebra ,;")).toBe("nothing here");
  expect(shown("", "x")).toBe("");
});
