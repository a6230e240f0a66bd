import { expect, test } from "vitest";
import { addressOf, nameOf, namesOf } from "./format-people.ts";
import { MAX_PARTS, splitQuote } from "./split-quote.ts";

const kinds = (text: string) => splitQuote(text).map(({ kind, text: part }) => `${kind}: ${part}`);

test("lines that begin with '>' are a quote, including the line that names its author", () => {
  expect(kinds("Fine with me.\n\nOn Mon, 2 March 2026 Anna wrote:\n> Noon?\n> Or one?\n\nAnna")).toEqual([
    "own: Fine with me.",
    "quote: On Mon, 2 March 2026 Anna wrote:\n> Noon?\n> Or one?",
    "own: Anna",
  ]);
});

test("a message that is quoted completely is a quote to the end", () => {
  expect(kinds("Yes.\n\n-----Original Message-----\nFrom: Anna\n\nNoon?")).toEqual([
    "own: Yes.",
    "quote: -----Original Message-----\nFrom: Anna\n\nNoon?",
  ]);
  expect(kinds("No quote on this line")).toEqual(["own: No quote on this line"]);
  expect(kinds("")).toEqual([]);
});

test("formatting people by their names", () => {
  expect(nameOf('"Voss, Clara" <clara@x.org>')).toBe("Voss, Clara");
  expect(nameOf("clara@x.org")).toBe("clara");
  expect(nameOf("clara.voss@x.org")).toBe("Clara Voss");
  expect(addressOf("Clara Voss <Clara@X.org>")).toBe("clara@x.org");
  expect(namesOf(["a@x", "b@x", "c@x", "d@x"])).toBe("a, b and 2 more");
});

test("a hostile text is split in one pass, with a limited number of parts and nothing lost", () => {
  const parts = splitQuote("> a\nb\n".repeat(20_000));
  expect(parts).toHaveLength(MAX_PARTS);
  expect(parts.map(({ text }) => text).join("\n")).toHaveLength(6 * 20_000 - 1);
  expect(splitQuote(`a${" ".repeat(190_000)}b`)).toHaveLength(1);
  expect(splitQuote("On abcdef wrote:\n>\n".repeat(10_000))).toHaveLength(1);
});
