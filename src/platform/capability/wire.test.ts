import { expect, test } from "vitest";
import { definedFields, fieldsBefore } from "./wire.ts";

test("a field that is undefined counts as not sent, also for the undo of a change", () => {
  const change = { title: "New", note: undefined, dueAt: null };
  expect(Object.keys(definedFields(change))).toEqual(["title", "dueAt"]);
  expect(fieldsBefore(change, { title: "Old", note: "Mine", dueAt: "2027-01-01", id: "1" })).toEqual({
    title: "Old",
    dueAt: "2027-01-01",
  });
});
