import { expect, test } from "vitest";
import { drawArchitecture, edgesOf, readArchitecture, withPicture } from "./draw-architecture.ts";

test("the picture in docs/architecture.md is that of the code; `node scripts/draw-architecture.ts` draws it again", () => {
  const { page, lines, image, drawn } = readArchitecture();
  expect(page).toBe(withPicture(page, lines));
  expect(image).toBe(drawn);
  expect(page).toContain("](images/architecture.svg)");
});

test("every arrow of the picture goes down", () => {
  const heights = [...readArchitecture().image.matchAll(/class="arrow" d="M\d+ (\d+).*?(\d+)"/g)];
  expect(heights.length).toBeGreaterThan(20);
  for (const [arrow, from, to] of heights) expect(Number(to), arrow).toBeGreaterThan(Number(from));
});

test("a slice is drawn with the slices whose files it imports, test imports excluded", () => {
  const uses = edgesOf(
    new Map([
      ["features/tasks/jobs.ts", 'import { contacts } from "#features/contacts/contacts.ts";'],
      ["features/tasks/tasks.test.ts", 'import type { A } from "#features/settings/model.ts";'],
      ["features/contacts/contacts.ts", ""],
      ["features/settings/model.ts", ""],
    ]),
  );
  const picture = drawArchitecture(uses);
  expect(picture).toMatch(/^tasks +→ contacts$/m);
  expect(picture).toMatch(/^contacts$/m);
});
