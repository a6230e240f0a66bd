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
    estimateMinutes: "Enter a length such as 45, 1h30 or 2 hours",
    leastPieceMinutes: "Enter at least 5 minutes, such as 30 or 1h30",
  });
});
