import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { environment } from "./environment.mjs";
import { LONG_JOURNEYS, LONG_TESTS, longest } from "./stages.mjs";

const ROOT = resolve(import.meta.dirname, "..");

test.each([...Object.entries(LONG_TESTS), ...Object.entries(LONG_JOURNEYS)])(
  "%s runs in the long stage: %s",
  (path, reason) => {
    expect(existsSync(resolve(ROOT, path)), "a file that is gone would be left out of both stages").toBe(
      true,
    );
    expect(reason.length).toBeGreaterThan(10);
  },
);

test("CI runs both stages", () => {
  const { scripts } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
  expect(readFileSync(resolve(ROOT, ".ci/run"), "utf8")).toContain("npm run test:ci");
  expect(scripts["test:ci"]).toBe("node scripts/test.mjs all");
  expect(scripts["test:long"]).toBe("node scripts/test.mjs long");
});

test("the quick stage runs none of the long tests", () => {
  const listed = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "list", "--filesOnly"], {
    cwd: ROOT,
    env: { ...environment, TESTS: "quick" },
    encoding: "utf8",
  }).stdout;
  expect(listed).toContain("scripts/stages.test.ts");
  expect(Object.keys(LONG_TESTS).filter((path) => listed.includes(path))).toEqual([]);
});

test("the ten slowest are listed, slowest first", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ name: `${index}.test.ts`, seconds: index }));
  const lines = longest(files).split("\n");
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatch(/11\.0 s {2}11\.test\.ts/);
});
