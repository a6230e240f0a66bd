import { expect, test } from "vitest";
import { quoteOf, signed } from "../writing/quote-email.ts";
import { fillVariables, openVariables } from "./fill-variables.ts";

const to = ["Clara Voss <clara@lattice-partners.com>", "ben@x.org"];

test("TMPL-07: template variables are filled from the first recipient; unknown ones stay", () => {
  const text = "Dear {{first_name}} ({{ Name }}, {{company}}, {{email}}), {{amount}} is due.";
  const filled = fillVariables(text, { to });
  expect(filled).toBe(
    "Dear Clara (Clara Voss, Lattice Partners, clara@lattice-partners.com), {{amount}} is due.",
  );
  expect(openVariables(filled)).toEqual(["{{amount}}"]);
  expect(fillVariables("Dear {{name}}", { to: [] })).toBe("Dear {{name}}");
});

test("a reply quotes line by line, with the signature above the quote", () => {
  const quote = quoteOf({
    body: "Noon?\n> Lunch?",
    sender: "Clara Voss <c@x.org>",
    createdAt: "2026-03-05T09:00:00Z",
  });
  expect(quote).toMatch(/^On Mar 05, 2026, .* Clara Voss wrote:\n> Noon\?\n>> Lunch\?$/);
  expect(signed("> Noon?", "Ada")).toBe("\n\n-- \nAda\n\n> Noon?");
  expect(signed("", "")).toBe("");
});
