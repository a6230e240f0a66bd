import { expect, test } from "vitest";
import { pngHeader } from "#platform/testing/pictures.ts";
import { isValidDataImage } from "./read-picture.ts";

const inText = (width: number, height: number, type = "png") =>
  `data:image/${type};base64,${pngHeader({ width, height }).toString("base64")}`;

test("D17: an inline image is checked by its header, whatever type it claims", () => {
  expect(isValidDataImage(inText(800, 600))).toBe(true);
  expect(isValidDataImage(inText(60_000, 50_000))).toBe(false);
  expect(isValidDataImage(inText(60_000, 50_000, "jpeg"))).toBe(false);
  expect(isValidDataImage("data:image/png;base64,%%%")).toBe(false);
  expect(isValidDataImage("data:image/svg+xml;base64,PHN2Zz4=")).toBe(false);
  expect(isValidDataImage("https://far.org/a.png")).toBe(false);
});
