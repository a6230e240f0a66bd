import { expect, test } from "vitest";
import { formOf } from "./field-form.ts";
import {
  type AnyFields,
  longText,
  optionalNumber,
  optionalText,
  presetText,
  requiredLongText,
  requiredText,
} from "./field-kinds.ts";
import { schemasOf } from "./field-schemas.ts";

const places = { label: "Text", form: "line", search: "none", max: 9 } as const;
const check = { passes: (text: string) => !text.includes("#"), message: "Without #" };
const missing = "Enter a text";

const FIELDS: AnyFields = {
  required: requiredText({ ...places, missing }),
  checked: requiredText({ ...places, missing, check }),
  erasable: requiredText({ ...places, missing, mayBecomeEmpty: true }),
  preset: presetText({ ...places, initial: "usual" }),
  optional: optionalText({ ...places, check }),
  long: longText(places),
  trimmed: longText({ ...places, isTrimmed: true }),
  requiredLong: requiredLongText({ ...places, missing }),
};
const TYPED = ["", "   ", "Board", " Board ", "Board #1", "Board meeting", "  123456789  ", "🙂🙂🙂🙂🙂🙂"];

test("a form shows a fault exactly where the schema refuses what it would send", () => {
  const form = formOf(FIELDS);
  for (const typed of TYPED) {
    const faults = form.faultsOf(Object.fromEntries(Object.keys(FIELDS).map((name) => [name, typed])));
    const refused = Object.entries(FIELDS).filter(([, field]) => {
      const { input } = schemasOf(field);
      return !input.safeParse(field.draft.to(typed) ?? "").success;
    });
    expect([typed, Object.keys(faults)]).toEqual([typed, refused.map(([name]) => name)]);
  }
});

test("a fault says what to do", () => {
  const form = formOf(FIELDS);
  const faultsFor = (typed: string) =>
    form.faultsOf(Object.fromEntries(Object.keys(FIELDS).map((name) => [name, typed])));
  expect(faultsFor("")).toEqual({ required: missing, checked: missing, requiredLong: missing });
  expect(faultsFor("Board #1")).toEqual({ checked: "Without #", optional: "Without #" });
  expect(faultsFor("Board meeting")).toMatchObject({ required: "At most 9 characters" });
});

test("a number that may be missing is typed, sent and shown as one, and nothing where none is typed", () => {
  const minutes = optionalNumber({
    label: "Minutes",
    none: "None",
    min: 5,
    max: 90,
    form: "half",
    search: "none",
  });
  const form = formOf({ minutes });
  expect(form.blank).toEqual({ minutes: "" });
  expect(form.draftOf({ minutes: 45 })).toEqual({ minutes: "45" });
  expect(["45", " 44.6 ", "", "soon"].map((typed) => form.valuesOf({ minutes: typed }))).toEqual([
    { minutes: 45 },
    { minutes: 45 },
    { minutes: null },
    { minutes: null },
  ]);
  const { input, create } = schemasOf(minutes);
  expect(create.parse(undefined)).toBeNull();
  expect([5, 90, null, 4, 91, 7.5].map((value) => input.safeParse(value).success)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ]);
});
