import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyInReadingOrder, stepAside } from "./direction.ts";

const page = { dir: "" };
beforeEach(() => void vi.stubGlobal("document", page));
afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["ltr", 1, "ArrowRight"],
  ["rtl", -1, "ArrowLeft"],
])("where lines run %s the right arrow steps by %d", (dir, step, key) => {
  page.dir = dir;
  expect(stepAside("ArrowRight")).toBe(step);
  expect(stepAside("ArrowLeft")).toBe(-step);
  expect(keyInReadingOrder("ArrowRight")).toBe(key);
});

test("other keys stay what they are in either direction", () => {
  page.dir = "rtl";
  expect(stepAside("ArrowDown")).toBe(0);
  expect(keyInReadingOrder("Home")).toBe("Home");
});
