import { expect, test } from "vitest";
import { listPage } from "./list-page.ts";

const LETTERS = ["a", "b", "c", "d", "e"];
const pageAfter = (cursor?: string, size = 2) => listPage(LETTERS, (letter) => letter, size, cursor);

test("pages follow each other without gaps, and the last one has no cursor", () => {
  const first = pageAfter();
  const second = pageAfter(first.nextCursor);
  const third = pageAfter(second.nextCursor);
  expect([first.page, second.page, third.page]).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  expect(third).not.toHaveProperty("nextCursor");
  expect(pageAfter(undefined, 5)).toEqual({ page: LETTERS });
});

test("a cursor of another list, or one of any length, is refused", () => {
  for (const cursor of ["", "a", Buffer.from("z").toString("base64url"), "Y".repeat(5000)])
    expect(() => pageAfter(cursor)).toThrow("not of this list");
});
