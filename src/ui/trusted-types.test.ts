import { expect, test } from "vitest";
import { refuseMarkup } from "./trusted-types.ts";

test("D12: style sheets pass, markup does not", () => {
  const style = "@media (max-width: 40em) {.a > .b {display: none}}";
  expect(refuseMarkup(style)).toBe(style);
  expect(() => refuseMarkup("<img src=x onerror=alert(1)>")).toThrow(TypeError);
});
