import { expect, test } from "vitest";
import { withKeys } from "./with-keys.ts";

const keysOf = (words: readonly string[]) => withKeys(words, (word) => word).map(({ key }) => key);

test("Ada writes the same link twice: each has a key of its own", () => {
  expect(new Set(keysOf(["ada.example", "ada.example", "1 ada.example", "bob.example"])).size).toBe(4);
});

test("a part keeps its key when Bob puts another one before it", () => {
  expect(keysOf(["bob.example", "ada.example"])[1]).toBe(keysOf(["ada.example"])[0]);
});
