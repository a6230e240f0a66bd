import { expect, test } from "vitest";
import { isTooLarge, pictureSize } from "./picture-size.ts";

/** A screen of 1 x 1, a table of two colours, a comment, and a frame of this size at 2, 3. */
const gif = (frame: string) =>
  Buffer.from(`474946383961${"0100"}${"0100"}800000${"00".repeat(6)}21fe026869002c02000300${frame}00`, "hex");

test("D17: a GIF has the size of its first frame, whatever its screen size", () => {
  expect(pictureSize(gif("08000600"))).toEqual({ width: 10, height: 9 });
  const huge = pictureSize(gif("60ea60ea"));
  expect(huge).toEqual({ width: 60_002, height: 60_003 });
  expect(huge && isTooLarge(huge)).toBe(true);
});

test("D17: 40 million pixels are the maximum", () => {
  expect(isTooLarge({ width: 8000, height: 5000 })).toBe(false);
  expect(isTooLarge({ width: 8001, height: 5000 })).toBe(true);
});
