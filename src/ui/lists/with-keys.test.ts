import { expect, test } from "vitest";
import { withKeys } from "./with-keys.ts";

const keysOf = (words: readonly string[]) => withKeys(words, (word) => word).map(({ key }) => key);

test("equal entries get different keys", () => {
  expect(new Set(keysOf(["ada.example", "ada.example", "1 ada.example", "bob.example"])).size).toBe(4);
});

test("an entry keeps its key when another is inserted before it", () => {
  expect(keysOf(["bob.example", "ada.example"])[1]).toBe(keysOf(["ada.example"])[0]);
});
