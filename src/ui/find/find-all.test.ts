import { expect, test } from "vitest";
import { findAll, MAX_MATCHES } from "./find-all.ts";

test("words are found in all parts, ignoring case and line breaks, at places of the text itself", () => {
  expect(findAll(["The Lease\nof the lease", "no", "LEASE"], "lease")).toEqual([
    { part: 0, start: 4, end: 9 },
    { part: 0, start: 17, end: 22 },
    { part: 2, start: 0, end: 5 },
  ]);
  expect(findAll(["The Lease\nof"], " lease of ")).toEqual([{ part: 0, start: 4, end: 12 }]);
  expect(findAll(["İİ istanbul"], "istanbul")).toEqual([{ part: 0, start: 3, end: 11 }]);
});

test("nothing is found of nothing, and counting ends", () => {
  expect(findAll(["a b"], "  ")).toEqual([]);
  expect(findAll(["a b"], "c")).toEqual([]);
  expect(findAll(["aaaa"], "aa")).toHaveLength(2);
  expect(findAll(["a ".repeat(5000)], "a")).toHaveLength(MAX_MATCHES);
});
