import { expect, test } from "vitest";
import { dialogForm } from "./dialog-form.ts";

const { blank, draftOf, valuesOf, faultsOf } = dialogForm;
const drafted = (fields: Partial<typeof blank>) => ({ ...blank, title: "Write the report", ...fields });

test("issue 27: lengths are typed in words and shown in words; nothing typed is no estimate", () => {
  const values = valuesOf(drafted({ estimateMinutes: "1h30", leastPieceMinutes: "30" }));
  expect(values).toMatchObject({ estimateMinutes: 90, leastPieceMinutes: 30 });
  expect(values && draftOf(values)).toMatchObject({ estimateMinutes: "1 h 30 min" });
  expect(valuesOf(drafted({}))).toMatchObject({
    estimateMinutes: null,
    leastPieceMinutes: null,
    place: null,
  });
});

test("issue 27: what is no length, or too short a piece, is refused at its field", () => {
  const draft = drafted({ estimateMinutes: "a while", leastPieceMinutes: "3" });
  expect(valuesOf(draft)).toBeNull();
  expect(faultsOf(draft)).toEqual({
    estimateMinutes: "Enter 45, 1h30 or 2 hours",
    leastPieceMinutes: "Enter at least 5 minutes",
  });
});

test("hours of the day are two times; without the first they begin at midnight, without the second they last until then", () => {
  const hoursOf = (from: string, to: string) => valuesOf(drafted({ hoursOfDay: { from, to } }))?.hoursOfDay;
  expect([hoursOf("", ""), hoursOf("08:00", "12:00"), hoursOf("14:00", ""), hoursOf("", "12:00")]).toEqual([
    ...[null, "08:00-12:00", "14:00-24:00", "00:00-12:00"],
  ]);
  const values = valuesOf(drafted({ hoursOfDay: { from: "14:00", to: "" } }));
  expect(values && draftOf(values).hoursOfDay).toEqual({ from: "14:00", to: "" });
  const wrong = drafted({ hoursOfDay: { from: "12:00", to: "08:00" } });
  expect(faultsOf(wrong)).toEqual({ hoursOfDay: "Enter hours as 08:00-12:00" });
});
