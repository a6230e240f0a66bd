import { expect, test } from "vitest";
import { isSameMatter, sharesObject } from "./compare-words.ts";

test.for([
  ["send you the figures", "send you the figures by Monday", true],
  ["send you the figures", "forward the figures to you", true],
  ["send you the figures", "send you the invoice", false],
  ["send you the figures", "also send you the minutes", false],
  ["send you the figures by 12 June", "send you the invoice by 12 June", false],
  ["review the contract", "review the invoice", false],
  ["send you the CV", "send you the NDA", false],
  ["Ihnen die Zahlen schicken", "Ihnen die Rechnung schicken", false],
  ["Rechnung schicken", "Ihnen die Rechnung senden", true],
  ["vous envoyer les chiffres", "vous envoyer la facture", false],
  ["send you the figures", "send it", true],
  ["send it", "send it", true],
  ["call you", "call you tomorrow", true],
  ["call you", "send it to you", false],
  ["send it", "send you the figures", false],
] as const)("'%s' and later '%s' are about the same: %s", ([earlier, later, isSame]) => {
  expect(isSameMatter(earlier, later)).toBe(isSame);
});

test("a text is about a matter if it has a word of what is sent, and not for its verb", () => {
  expect(sharesObject("send you the minutes", "Please find the minutes enclosed.")).toBe(true);
  expect(sharesObject("send you the minutes", "As you asked, I send you the menu.")).toBe(false);
  expect(sharesObject("send it to you", "I send it to you.")).toBe(false);
});
