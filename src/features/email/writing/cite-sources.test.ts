import { expect, test } from "vitest";
import { citeSources } from "./cite-sources.ts";
import { replyByRule } from "./reply-by-rule.ts";

const mail = {
  subject: "Board pack: two questions",
  sender: "Clara Voss <clara.voss@lattice.example>",
  body: "Hello,\n\nthank you for the draft. Page 14 shows gross margin at 41 %, the appendix says 39.6 %. Which one is right? Could you add one slide on Lisbon?\n\nPlease answer by Thursday.\n\nClara",
};

test("E3: each sentence of a reply cites its line; thanks and greetings cite none", () => {
  const draft =
    "Dear Clara,\n\nThank you for your message.\n\nThe appendix is right: gross margin is 39.6 %. I will add a slide on Lisbon.\n\nBest regards,\nAda Lovelace";
  expect(citeSources(draft, mail, "")).toEqual([
    {
      sentence: "The appendix is right: gross margin is 39.6 %.",
      line: "Page 14 shows gross margin at 41 %, the appendix says 39.6 %.",
      unsupported: [],
    },
    {
      sentence: "I will add a slide on Lisbon.",
      line: "Could you add one slide on Lisbon?",
      unsupported: [],
    },
  ]);
});

test("E3: figures, dates and names that are neither in the mail nor in the request are marked", () => {
  const draft = "The margin is 42 %. Please send the slides to Berlin by Friday, and to Anna on the 14th.";
  const marked = citeSources(draft, mail, "Anna gets them too").flatMap(({ unsupported }) => unsupported);
  expect(marked).toEqual(["42", "friday", "berlin"]);
});

test("E3: a draft of the built-in rules relies on the mail alone", () => {
  const citations = citeSources(replyByRule(mail, "", "Ada Lovelace"), mail, "");
  expect(citations.map(({ line }) => line)).toContain("Please answer by Thursday.");
  expect(citations.flatMap(({ unsupported }) => unsupported)).toEqual([]);
});

test("quotes, signatures and blanks are not citations; hostile text is processed quickly", () => {
  expect(citeSources("> It costs 90 euros.\n[the figure]\n-- \nAda, +43 1 234", mail, "")).toEqual([]);
  for (const part of [" ", ".", "1", "1,", "Aa ", "a1", "\n", "A'"]) {
    const body = part.repeat(100_000 / part.length);
    expect(citeSources(body, { ...mail, body }, body).length).toBeLessThanOrEqual(60);
  }
});
