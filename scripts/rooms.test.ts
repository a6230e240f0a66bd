import { expect, test } from "vitest";
import { boundaryViolations } from "./check-boundaries.ts";
import { MAX_FILES, roomViolations } from "./rooms.ts";

const many = (count: number, folder: string) =>
  Array.from({ length: count }, (_, i) => `${folder}/read-mail-${i}.ts`);

test("a folder with too many files needs rooms; tests count with their files", () => {
  const full = many(MAX_FILES, "features/email");
  expect(roomViolations([...full, ...full.map((path) => path.replace(".ts", ".test.ts"))])).toEqual([]);
  const setUps = full.map((path) => path.replace(".ts", ".factory.ts"));
  expect(roomViolations([...full, ...setUps])).toEqual([]);
  expect(roomViolations(many(MAX_FILES + 1, "features/email"))).toEqual([
    expect.stringContaining("give it rooms"),
  ]);
  expect(roomViolations(many(MAX_FILES + 1, "features/email/web"))).toHaveLength(1);
});

test.each([
  ["features/email/attic/read-mail.ts", "is not a room"],
  ["features/email/web/attic/mail.tsx", "is not a room"],
  ["features/email/sync/deep/read-mail.ts", "a room has no rooms"],
  ["features/email/sync/tables.ts", "stands at the slice's root"],
])("%s is refused: %s", (path, reason) => {
  expect(roomViolations([path])).toEqual([expect.stringContaining(reason)]);
});

test("the boundary check knows the rooms and no other folder", () => {
  const violations = boundaryViolations(new Map([["features/email/attic/read-mail.ts", ""]]));
  expect(violations).toEqual([
    expect.stringContaining("folder 'attic' is not in a slice's vocabulary"),
    expect.stringContaining("'attic' is not a room of email"),
  ]);
});

test("work in a room is welcome", () => {
  expect(boundaryViolations(new Map([["features/email/sync/read-mail.ts", "export const a = 1;"]]))).toEqual(
    [],
  );
});
