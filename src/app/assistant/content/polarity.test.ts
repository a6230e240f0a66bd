import { expect, test } from "vitest";
import { answersYes } from "./polarity.ts";

test.each([
  ["Was the board meeting postponed?", "The board meeting was postponed to December 4.", true],
  ["Did the landlord accept our offer?", "The landlord declined our offer.", false],
  ["Is lunch included?", "Lunch is included.", true],
  ["Is lunch included?", "Lunch is not included.", false],
  ["Did Bob pay the deposit?", "Bob will pay the deposit on Friday.", null],
  ["Did Bob pay the deposit?", "Did Bob pay the deposit? I could not find it.", null],
  ["Did Bob sign the contract?", "Please remind Bob to sign the contract.", null],
])("'%s' and '%s'", (question, sentence, isYes) => {
  expect(answersYes(question, sentence)).toBe(isYes);
});
