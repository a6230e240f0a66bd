import { expect, test } from "vitest";
import { exceptionIn, splitException } from "./exceptions.ts";

test.each([
  ["archive all newsletters apart from SaaS Digest", "SaaS Digest"],
  ["clear today's diary, only lunch stays", "lunch"],
  ["leave the flight alone, cancel everything on Friday", "the flight"],
  ["which tasks are high, skip urgent", "urgent"],
  ["all my meetings but the board meeting", "board meeting"],
  ["next week's meetings without the offsite", "the offsite"],
  ["every newsletter bar Growth Weekly can go in the bin", "Growth Weekly"],
  ["all tasks without a date", null],
  ["a mail to Ingrid at five, not before, thanking her", null],
  ["delete the note about the bar exam", null],
  ["reply to Tom that I will skip lunch today", null],
  ["book the wine bar with Bob", null],
])("in '%s' '%s' is left out", (sentence, exception) => {
  expect(exceptionIn(sentence)).toBe(exception);
});

test("the rest of a sentence is without what is left out", () => {
  const { rest } = splitException(undefined, "leave the flight alone, cancel everything on Friday");
  expect(rest).toBe(", cancel everything on Friday");
  expect(splitException(undefined, "Besides me, who has not voted yet?")).toMatchObject({
    exception: "me",
    rest: ", who has not voted yet?",
  });
  expect(splitException("the lease", "delete all tasks except the lease")).toMatchObject({ words: "" });
});
