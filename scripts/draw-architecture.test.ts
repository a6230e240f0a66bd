import { expect, test } from "vitest";
import { drawArchitecture, readArchitecture, withPicture } from "./draw-architecture.ts";

test("the picture in docs/architecture.md is that of the code; `node scripts/draw-architecture.ts` draws it again", () => {
  const { page, picture } = readArchitecture();
  expect(page).toBe(withPicture(page, picture));
});

test("a slice is drawn with the slices whose files it imports, test imports excluded", () => {
  const picture = drawArchitecture(
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
