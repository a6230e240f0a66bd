import { expect, test } from "vitest";
import { drawHouse, readHouse, withPicture } from "./draw-house.ts";

test("the picture in docs/architecture.md is that of the code; `node scripts/draw-house.ts` draws it anew", () => {
  const { page, picture } = readHouse();
  expect(page).toBe(withPicture(page, picture));
});

test("a slice is drawn with the slices whose files it imports, those of tests left out", () => {
  const picture = drawHouse(
    new Map([
      ["features/tasks/jobs.ts", 'import { contacts } from "#features/contacts/contacts.ts";'],
      ["features/tasks/tasks.test.ts", 'import type { A } from "#features/settings/model.ts";'],
      ["features/contacts/contacts.ts", ""],
      ["features/settings/model.ts", ""],
    ]),
  );
  expect(picture).toMatch(/^tasks +→ contacts$/m);
  expect(picture).toMatch(/^contacts$/m);
});
