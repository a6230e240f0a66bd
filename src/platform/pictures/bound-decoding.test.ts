import { expect, test } from "vitest";
import { boundDecoding } from "./bound-decoding.ts";

test("D17: a decoder may allocate for a usual picture, and not for a too large one", () => {
  const unbind = boundDecoding();
  try {
    expect(() => new Int16Array(60_000 * 60_000)).toThrow("claims to be too large");
    expect(() => new Uint8ClampedArray(4 * 8000 * 8000)).toThrow("claims to be too large");
    const samples = new Int16Array(5000 * 4000);
    expect(samples).toHaveLength(20_000_000);
    expect(samples).toBeInstanceOf(Int16Array);
    expect([...Int16Array.from([1, 2]), ...new Int16Array([3]).slice()]).toEqual([1, 2, 3]);
  } finally {
    unbind();
  }
  expect(new Int16Array(50_000_000)).toHaveLength(50_000_000);
});
