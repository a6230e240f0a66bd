import { expect, test } from "vitest";
import { conflictingFields, editedFields, untouched, withEdit } from "./profile-edits.ts";

const stored = { fullName: "Ada", address: "Executive", timeZone: "UTC" };

test("what Ada types and takes back is no edit", () => {
  const typed = withEdit(untouched(stored), stored, "address", "Countess");
  expect(editedFields(typed)).toEqual(["address"]);
  expect(editedFields(withEdit(typed, stored, "address", "Executive"))).toEqual([]);
});

test("fields that only the other window changed do not stand in Ada's way", () => {
  const mine = withEdit(untouched(stored), stored, "address", "Countess");
  expect(conflictingFields(mine, { ...stored, fullName: "Ada Lovelace", timeZone: "Europe/London" })).toEqual(
    [],
  );
});

test("a field that both windows changed clashes, unless to the same", () => {
  const mine = withEdit(untouched(stored), stored, "address", "Countess");
  expect(conflictingFields(mine, { ...stored, address: "Lady" })).toEqual(["address"]);
  expect(conflictingFields(mine, { ...stored, address: "Countess" })).toEqual([]);
  expect(
    conflictingFields(withEdit(mine, { ...stored, address: "Lady" }, "address", undefined), stored),
  ).toEqual([]);
});
