import { expect, test } from "vitest";
import { bucketOf, decodeWeights, encodeWeights, probabilityOf, WEIGHT_STEP } from "./feature-weights.ts";

test("stored weights are those that were trained, also with long gaps between them", () => {
  const weights = new Map([
    [3, -127],
    [4, 5],
    [70_000, 127],
    [262_143, -1],
  ]);
  const { byBucket } = decodeWeights(encodeWeights(weights), 0);
  expect([...byBucket.entries()].filter(([, steps]) => steps !== 0)).toEqual([...weights]);
});

test("a probability is that of the sum of the weights that hold", () => {
  const weights = decodeWeights(encodeWeights(new Map([[bucketOf("dated"), 25]])), -1);
  expect(25 * WEIGHT_STEP).toBe(1);
  expect(probabilityOf(weights, ["dated", "unknown"])).toBe(0.5);
  expect(probabilityOf(weights, ["unknown"])).toBeLessThan(0.5);
});
