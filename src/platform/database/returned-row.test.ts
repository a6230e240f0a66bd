import { expect, test } from "vitest";
import { returnedRow } from "./returned-row.ts";

test("the first row, whatever it is; without one it throws", () => {
  expect(returnedRow([0, 1])).toBe(0);
  expect(() => returnedRow([])).toThrow("A statement that always returns a row returned none");
});
