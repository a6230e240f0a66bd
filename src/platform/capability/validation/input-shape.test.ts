import { expect, test } from "vitest";
import { checkInputShape } from "./input-shape.ts";

const nested = (levels: number, leaf: unknown = "leaf"): unknown =>
  levels === 0 ? leaf : { inner: nested(levels - 1, leaf) };

test("input may be nested 32 levels deep, not 33", () => {
  expect(() => checkInputShape(nested(32))).not.toThrow();
  expect(() => checkInputShape(nested(33))).toThrow("nested deeper than 32");
  for (const leaf of [null, 1, false, undefined])
    expect(() => checkInputShape(nested(32, leaf))).not.toThrow();
});

test("lists may have 1,000 entries, not 1,001", () => {
  expect(() => checkInputShape({ tags: Array(1000).fill("a") })).not.toThrow();
  expect(() => checkInputShape({ tags: Array(1001).fill("a") })).toThrow("at most 1000");
});

test("NUL is refused in values and keys", () => {
  expect(() => checkInputShape({ title: "a\u0000b" })).toThrow("NUL");
  expect(() => checkInputShape({ "a\u0000b": 1 })).toThrow("NUL");
});
