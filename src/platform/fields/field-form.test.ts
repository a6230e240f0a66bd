import { expect, test } from "vitest";
import { formOf } from "./field-form.ts";
import {
  type AnyFields,
  longText,
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
