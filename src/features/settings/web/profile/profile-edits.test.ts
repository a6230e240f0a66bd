import { expect, test } from "vitest";
import { conflictingFields, editedFields, untouched, withEdit } from "./profile-edits.ts";

const stored = {
  ...{ fullName: "Ada", address: "Executive" },
  ...{ timeZone: "UTC", hourCycle: null, firstWeekday: null },
};

test("what Ada types and reverts is no edit", () => {
  const typed = withEdit(untouched(stored), stored, "address", "Countess");
  expect(editedFields(typed)).toEqual(["address"]);
  expect(editedFields(withEdit(typed, stored, "address", "Executive"))).toEqual([]);
});

test("fields that only the other window changed cause no conflict", () => {
  const edited = withEdit(untouched(stored), stored, "address", "Countess");
  expect(
    conflictingFields(edited, { ...stored, fullName: "Ada Lovelace", timeZone: "Europe/London" }),
  ).toEqual([]);
});

test("a field that both windows changed conflicts, unless to the same value", () => {
  const edited = withEdit(untouched(stored), stored, "address", "Countess");
  expect(conflictingFields(edited, { ...stored, address: "Lady" })).toEqual(["address"]);
  expect(conflictingFields(edited, { ...stored, address: "Countess" })).toEqual([]);
  expect(
    conflictingFields(withEdit(edited, { ...stored, address: "Lady" }, "address", undefined), stored),
  ).toEqual([]);
});
