import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lastCommits, obsoleteAccepted, sampleOf } from "./choose-faults.ts";
import { textOf } from "./choose-tests.ts";
import { findFaults, nameOf } from "./find-faults.ts";
import { type Scored, scoreLines } from "./print-score.ts";

const folder = mkdtempSync(join(tmpdir(), "adjutant-commits-"));
afterAll(() => rmSync(folder, { recursive: true }));
const git = (...args: string[]) => {
  const person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  return spawnSync("git", [...person, ...args], { cwd: folder, encoding: "utf8" }).stdout.trim();
};

test("what the last commits changed is counted from as far back as the clone goes", () => {
  expect(lastCommits(10, folder)).toEqual({ last: null, base: null });
  git("init", "--quiet");
  const commit = (name: string) => {
    git("commit", "--quiet", "--allow-empty", "--message", name);
    return git("rev-parse", "HEAD");
  };
  const first = commit("first");
  expect(lastCommits(10, folder)).toEqual({ last: first, base: null });
  const second = commit("second");
  const third = commit("third");
  expect(lastCommits(10, folder)).toEqual({ last: third, base: first });
  expect(lastCommits(1, folder)).toEqual({ last: third, base: second });
});

test("a seed chooses the same faults again, and another seed others", () => {
  const path = "src/features/calendar/series/expand-series.ts";
  const namesOf = (seed: string) => sampleOf([path], { seed, most: 5 });
  expect(namesOf("1")).toHaveLength(5);
  expect(namesOf("1")).toEqual(namesOf("1"));
  expect(namesOf("1")).not.toEqual(namesOf("2"));
});

test("an accepted fault that the code no longer has is obsolete", () => {
  const path = "src/features/calendar/series/expand-series.ts";
  const [fault] = findFaults(path, textOf(path));
  if (!fault) throw new Error("The file has no faults");
  const current = { name: nameOf(fault, textOf(path)), where: `${path}:${fault.line}`, reason: "a reason" };
  const renamed = { ...current, name: "000000000000" };
  expect(obsoleteAccepted([path], [current, renamed])).toEqual([renamed]);
  expect(obsoleteAccepted([], [current])).toEqual([current]);
});

const tried = (path: string, noticed: number, all: number): Scored[] =>
  Array.from({ length: all }, (_, line) => ({
    ...{ path, line, kind: "removed guard", name: `fault ${line}`, reachedBy: 1 },
    noticedBy: line < noticed ? "a.test.ts" : null,
  }));

test("an area below its floor fails, but not for fewer than ten faults", () => {
  const money = "src/features/payments/refunds.ts";
  const series = "src/features/calendar/series/expand-series.ts";
  expect(scoreLines(tried(money, 9, 10))).toMatchObject({ below: [] });
  expect(scoreLines(tried(money, 8, 10))).toMatchObject({ below: ["money (90 %)"] });
  const { lines, below } = scoreLines([...tried(money, 1, 2), ...tried(series, 12, 20)]);
  expect(below).toEqual(["series (90 %)"]);
  expect(lines).toContain(`UNNOTICED ${money}:1 removed guard (fault 1)`);
  expect(lines.slice(-3)).toEqual([
    "money    1 of 2 noticed (50 %)",
    "series   12 of 20 noticed (60 %)",
    "13 of 22 faults noticed (59 %)",
  ]);
});
