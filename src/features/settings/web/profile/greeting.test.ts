import { expect, test } from "vitest";
import { greeting } from "./greeting.ts";

test("DASH-01: the greeting follows the clock", () => {
  expect([0, 6, 11].map(greeting)).toEqual(Array(3).fill("Good morning"));
  expect([12, 17].map(greeting)).toEqual(Array(2).fill("Good afternoon"));
  expect([18, 23].map(greeting)).toEqual(Array(2).fill("Good evening"));
});
