import { expect, test } from "vitest";
import { meansStop } from "./read-stop.ts";

test.each([
  "No, wait, leave them.",
  "Stop, I don't want that to go out after all.",
  "no don't, I want to keep it",
  "never mind",
  "Stop.",
  "oh no, keep it please",
])("'%s' takes back what was asked", (sentence) => {
  expect(meansStop(sentence)).toBe(true);
});

test.each([
  "no, Thursday",
  "leave the lease as it is",
  "don't delete it, archive it",
  "keep it short when you answer Tom",
  "stop the daily briefing",
  "I want to keep the afternoon free",
  "ok",
])("'%s' asks for something", (sentence) => {
  expect(meansStop(sentence)).toBe(false);
});
