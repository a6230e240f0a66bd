import { expect, test } from "vitest";
import { greeting } from "./greeting.ts";

const greetAnna = (hour: number) => greeting(hour, "Anna");

test("DASH-01: the greeting follows the clock", () => {
  expect([0, 6, 11].map(greetAnna)).toEqual(Array(3).fill("Good morning, Anna"));
  expect([12, 17].map(greetAnna)).toEqual(Array(2).fill("Good afternoon, Anna"));
  expect([18, 23].map(greetAnna)).toEqual(Array(2).fill("Good evening, Anna"));
});
