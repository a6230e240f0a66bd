import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { testsNear, textOf } from "./choose-tests.ts";
import { type Fault, findFaults } from "./find-faults.ts";
import type { Numbered } from "./plant-faults.ts";
import { type Ended, type Limits, runTrials } from "./run-trials.ts";

type Learned = {
  /** Whether a test runs the code of a fault. */
  reaches: (fault: Fault, test: string) => boolean;
  /** Whether every test near a fault was tried. */
  isKnown: (fault: Fault) => boolean;
};

const FOLDER = ".cache/mutations";
const CACHE = `${FOLDER}/reach.json`;
/** For a file and a test, as both read now: the places of the reached faults in the list of the file's faults. */
type Reach = Record<string, number[]>;

const pairOf = (path: string, test: string) =>
  createHash("sha256")
    .update([path, textOf(path), test, textOf(test)].join("\n"))
    .digest("hex")
    .slice(0, 16);

/**
 * Runs, without a fault, each test near the chosen ones whose reach is not recorded yet, once for all the files of the
 * areas: another sample of the same files needs no new runs. Nearest tests first, because the time may run out.
 */
export async function learnReach(
  chosen: readonly Fault[],
  files: readonly string[],
  limits: Limits,
): Promise<Learned> {
  const known: Reach =
    existsSync(CACHE) && !limits.isFresh ? (JSON.parse(readFileSync(CACHE, "utf8")) as Reach) : {};
  const paths = [...new Set([...files, ...chosen.map(({ path }) => path)])];
  const all = paths.flatMap((path) =>
    findFaults(path, textOf(path)).map((fault, place) => ({ ...fault, place })),
  );
  const numbered = all.map((fault, number) => ({ ...fault, number }));
  const ended = await runTwice(numbered, missingTests(chosen, known, limits), limits);
  if (ended.length > 0 && ended.every(({ state }) => state !== "passed"))
    throw new Error("No test passes even without a fault: nothing can be measured");
  const failed = new Set<string>();
  for (const { test, state, reached } of ended) {
    if (state === "skipped") continue;
    if (state !== "passed") {
      process.stderr.write(`${test} ${state} without any fault and is left out\n`);
      failed.add(test);
      continue;
    }
    for (const path of paths) known[pairOf(path, test)] = [];
    for (const number of reached) {
      const fault = all[number];
      if (fault) known[pairOf(fault.path, test)]?.push(fault.place);
    }
  }
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(CACHE, JSON.stringify(known));
  const places = new Map(all.map((fault) => [keyOf(fault), fault.place]));
  const isTried = ({ path }: Fault, test: string) => failed.has(test) || pairOf(path, test) in known;
  return {
    reaches: (fault, test) =>
      !failed.has(test) && (known[pairOf(fault.path, test)] ?? []).includes(places.get(keyOf(fault)) ?? -1),
    isKnown: (fault) => testsNear(fault, limits).every((test) => isTried(fault, test)),
  };
}

/** What fails beside others is tried once more after all of them: a busy machine is no reason to leave a test out. */
async function runTwice(faults: readonly Numbered[], tests: readonly string[], limits: Limits) {
  const wanted = (some: readonly string[]) => some.map((test) => ({ test, fault: null }));
  const first = await runTrials(faults, wanted(tests), limits);
  const isGood = ({ state }: Ended) => state === "passed" || state === "skipped";
  const again = first.filter((one) => !isGood(one)).map(({ test }) => test);
  const second = await runTrials(faults, wanted(again), { ...limits, workers: 1 });
  return [...first.filter(({ test }) => !second.some((one) => one.test === test)), ...second];
}

const keyOf = ({ path, kind, start, end, text }: Fault) => [path, kind, start, end, text].join("\n");

function missingTests(chosen: readonly Fault[], known: Reach, limits: Limits): string[] {
  const nearest = new Map<string, number>();
  for (const fault of chosen)
    testsNear(fault, limits).forEach((test, place) => {
      if (pairOf(fault.path, test) in known) return;
      nearest.set(test, Math.min(place, nearest.get(test) ?? place));
    });
  return [...nearest].sort(([, one], [, other]) => one - other).map(([test]) => test);
}
