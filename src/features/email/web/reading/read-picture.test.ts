import { expect, test } from "vitest";
import { pngHeader } from "#platform/testing/pictures.ts";
import { isShownInline } from "./read-picture.ts";

const inText = (width: number, height: number, type = "png") =>
  `data:image/${type};base64,${pngHeader({ width, height }).toString("base64")}`;

test("D17: a picture in the text of a mail is shown by what its header says, whatever type it claims", () => {
  expect(isShownInline(inText(800, 600))).toBe(true);
  expect(isShownInline(inText(60_000, 50_000))).toBe(false);
  expect(isShownInline(inText(60_000, 50_000, "jpeg"))).toBe(false);
  expect(isShownInline("data:image/png;base64,%%%")).toBe(false);
  expect(isShownInline("data:image/svg+xml;base64,PHN2Zz4=")).toBe(false);
  expect(isShownInline("https://far.org/a.png")).toBe(false);
});
