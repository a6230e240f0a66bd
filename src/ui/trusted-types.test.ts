import { expect, test } from "vitest";
import { refuseForeignScript, refuseMarkup } from "./trusted-types.ts";

test("D12: style sheets are allowed, markup is not", () => {
  const style = "@media (max-width: 40em) {.a > .b {display: none}}";
  expect(refuseMarkup(style)).toBe(style);
  expect(() => refuseMarkup("<img src=x onerror=alert(1)>")).toThrow(TypeError);
});

test("a worker's script must come from the build", () => {
  expect(refuseForeignScript("/assets/pdf.worker.min-Bx1_2.mjs")).toBe("/assets/pdf.worker.min-Bx1_2.mjs");
  expect(refuseForeignScript("/push-worker.js")).toBe("/push-worker.js");
  for (const url of [
    "https://evil.example/x.js",
    "//evil.example/assets/x.js",
    "/files/documents/1",
    "data:,",
    "blob:x",
  ])
    expect(() => refuseForeignScript(url)).toThrow(TypeError);
});
