import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { environment } from "./environment.mjs";
import { ALONE_TESTS, LONG_JOURNEYS, LONG_TESTS, longest, SERVER_TESTS } from "./stages.mjs";

const ROOT = resolve(import.meta.dirname, "..");

test.each([...Object.entries(LONG_TESTS), ...Object.entries(SERVER_TESTS), ...Object.entries(LONG_JOURNEYS)])(
  "%s runs in the long stage: %s",
  (path, reason) => {
    expect(existsSync(resolve(ROOT, path)), "a file that is gone would be left out of both stages").toBe(
      true,
    );
    expect(reason.length).toBeGreaterThan(5);
  },
);

/** The modules that start programs of others. */
const SERVERS =
  /testing\/servers\/(address-book-server|calendar-server|mail-server|mail-setup|run-[a-z-]+|scheduling-checker|signature-checker|turn-server)\.ts$/;
const known = new Map<string, boolean>();

/** Whether a test or what it shares with other tests imports one of them. */
function startsServer(path: string): boolean {
  const before = known.get(path);
  if (before !== undefined) return before;
  known.set(path, false);
  const imported = [...readFileSync(path, "utf8").matchAll(/from "([.#][^"]+\.ts)"/g)].map(([, name = ""]) =>
    name.startsWith("#") ? join("src", name.slice(1)) : join(dirname(path), name),
  );
  const isOne = imported.some(
    (one) => SERVERS.test(one) || (/\.factory\.ts$|\/testing\//.test(one) && startsServer(one)),
  );
  known.set(path, isOne);
  return isOne;
}

test("exactly the listed tests start servers of others, apart from the long ones", () => {
  const starting = globSync("src/**/*.test.{ts,tsx}", { cwd: ROOT }).filter(startsServer);
  expect(starting.filter((path) => !(path in LONG_TESTS)).toSorted()).toEqual(
    Object.keys(SERVER_TESTS).toSorted(),
  );
});

test("exactly the tests that measure the memory of their process have one of their own", () => {
  const measuring = globSync("src/**/*.test.{ts,tsx}", { cwd: ROOT }).filter((path) =>
    readFileSync(resolve(ROOT, path), "utf8").includes("process.memoryUsage("),
  );
  expect(measuring.toSorted()).toEqual(Object.keys(ALONE_TESTS).toSorted());
});

test("CI runs both stages", () => {
  const { scripts } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
  expect(readFileSync(resolve(ROOT, ".ci/run"), "utf8")).toContain("npm run test:ci");
  expect(scripts["test:ci"]).toBe("node scripts/test.mjs all");
  expect(scripts["test:long"]).toBe("node scripts/test.mjs long");
});

/** The files of a stage. */
function filesOf(stage: "quick" | "long"): string[] {
  const list = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly"];
  const env = { ...environment, TESTS: stage };
  const { stdout } = spawnSync(process.execPath, list, { cwd: ROOT, env, encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => /(src|scripts)\/\S+\.test\.tsx?/.exec(line)?.[0] ?? []);
}

test("every test runs in exactly one stage", () => {
  const all = globSync(["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"], { cwd: ROOT });
  const [quick, long] = [filesOf("quick"), filesOf("long")];
  expect([...quick, ...long].toSorted()).toEqual(all.toSorted());
  expect(long).toEqual(expect.arrayContaining(Object.keys({ ...LONG_TESTS, ...SERVER_TESTS })));
  expect(long.filter((path) => path.startsWith("src/app/web/page-tests/")).length).toBeGreaterThan(25);
});

test("the ten slowest are listed, slowest first", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ name: `${index}.test.ts`, seconds: index }));
  const lines = longest(files).split("\n");
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatch(/11\.0 s {2}11\.test\.ts/);
});
