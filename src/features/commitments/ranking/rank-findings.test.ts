import { expect, test } from "vitest";
import { CERTAIN } from "../commitment-model.ts";
import { readAnswer, readThread } from "../extraction/find-commitments.factory.ts";

const quotesIn = (...texts: readonly string[]) => readAnswer(...texts).map(({ quote }) => quote);

test.for([
  ["I'll send the figures to the board by Friday.", "I'll call Tom."],
  ["I'll call Tom.", "I'll sign it.", "I'll pay."],
  ["Will call Tom.", "Will sign it.", "Will pay the invoice."],
  ["Please send the deck by Friday.", "Please call Tom."],
])("what has a verb of its own is an entry of its own: %s", (sentences) => {
  expect(quotesIn(sentences.join(" "))).toEqual(sentences);
});

test("an agreement and what it agrees to are one entry", () => {
  const answer = "Of course. You will have it on Monday.";
  expect(quotesIn("Can you send me the figures?", answer)).toEqual([answer]);
});

test("a sentence that is repeated never makes one long quote", () => {
  const quotes = quotesIn("I will send it Friday. ".repeat(900));
  expect(quotes.length).toBeGreaterThan(0);
  expect(Math.max(...quotes.map((quote) => quote.length))).toBeLessThan(100);
});

test("an agreement that is repeated is one entry, and no more certain than once", () => {
  const request = "Could you send me the slides by Thursday?";
  const [once] = readAnswer(request, "Ok.");
  const repeated = readAnswer(request, "Ok. ".repeat(30));
  expect(repeated).toHaveLength(1);
  expect(repeated[0]?.confidence).toBeLessThanOrEqual(Math.max(once?.confidence ?? 0, CERTAIN - 0.01));
});

test("of a message of any length a bounded number of clauses is judged", () => {
  const judgedIn = (text: string) => {
    let judged = 0;
    const message = {
      id: "m1",
      from: "Ben Okri <ben@bookshop.example>",
      to: ["Ada Byron <ada@analytics.example>"],
      at: "2026-03-03T09:00:00Z",
      text,
      automatic: false,
    };
    const probabilityOf = () => {
      judged += 1;
      return 0;
    };
    readThread(
      { id: "long", zone: "Europe/Berlin", me: "ada@analytics.example", messages: [message], expected: [] },
      { probabilityOf, thresholds: { promise: 1, request: 1 } },
    );
    return judged;
  };
  expect(judgedIn("The sun is out. ".repeat(1000))).toBe(400);
  expect(judgedIn("I'll send the list on Friday. ".repeat(600))).toBeLessThanOrEqual(800);
});
