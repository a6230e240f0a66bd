import { expect, test } from "vitest";
import { spread } from "./announcement-stream.ts";

test("pages that were refused together return one after another, none later than the wait", () => {
  expect([0, 0.5, 1].map((random) => spread(8_000, random))).toEqual([4_000, 6_000, 8_000]);
});
