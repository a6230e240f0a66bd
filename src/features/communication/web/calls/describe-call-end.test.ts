import { expect, test } from "vitest";
import { wordsForCaller } from "./describe-call-end.ts";

test("whoever called reads that nobody answered; other records stay as they are", () => {
  expect(wordsForCaller("Missed video call")).toBe("Video call, no answer");
  expect(wordsForCaller("Missed audio call")).toBe("Audio call, no answer");
  for (const content of ["Video call, 3:07", "Audio call, declined", "Missed video call, sorry"])
    expect(wordsForCaller(content)).toBe(content);
});
