import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { breaksOwnerRule } from "../owner-rule.ts";
import { testsNear, textOf } from "./choose-tests.ts";
import { type Fault, nameOf, WHERE } from "./find-faults.ts";
import type { Numbered } from "./plant-faults.ts";
import { type Ended, runTrials, type TestRun } from "./run-trials.ts";

/** The result of a tried fault: the test that noticed it, or null. */
export type Verdict = Fault & {
  name: string;
  noticedBy: string | null;
  reachedBy: number;
  isCached: boolean;
};
type Limits = { until: number; workers: number; isFresh: boolean; withLaws: boolean };

const CACHE = ".cache/mutations/cache.json";
const MAX_TESTS = 10;
type Cache = {
  reach: Record<string, boolean>;
  /** Valid while the tests behind it are unchanged: the one that noticed, or all that did not. */
  verdicts: Record<string, { by: string | null; tests: string }>;
};

const hashOf = (...texts: string[]) =>
  createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16);
const pairOf = (fault: string, test: string) => hashOf(fault, test, textOf(test));

/** A missing owner condition is found by this check, before any test. */
const RULE = "scripts/check-rules.ts";
const isNoticedByRule = ({ path, kind, start, end, text }: Fault) => {
  const source = textOf(path);
  return kind === WHERE && breaksOwnerRule(path, source.slice(0, start) + text + source.slice(end));
};

/** Checks the rule, then plants each fault and runs the tests that reach it, nearest first, until one fails. */
export async function scoreFaults(faults: readonly Fault[], limits: Limits): Promise<Verdict[]> {
  const byRule = new Set(faults.filter(isNoticedByRule));
  const known = { noticedBy: RULE, reachedBy: 1, isCached: false };
  const noticed = [...byRule].map((fault) => ({
    ...fault,
    ...known,
    name: nameOf(fault, textOf(fault.path)),
  }));
  return [
    ...noticed,
    ...(await tryFaults(
      faults.filter((fault) => !byRule.has(fault)),
      limits,
    )),
  ];
}

async function tryFaults(faults: readonly Fault[], limits: Limits): Promise<Verdict[]> {
  const cache = readCache(limits.isFresh);
  const numbered = faults.map((fault, number) => ({ ...fault, number }));
  const names = faults.map((fault) => nameOf(fault, textOf(fault.path)));
  const nameAt = (number: number) => names[number] ?? "";
  await recordReach(numbered, nameAt, cache, limits);
  const testsOf = (fault: Numbered) =>
    testsNear(fault, limits)
      .filter((test) => cache.reach[pairOf(nameAt(fault.number), test)])
      .slice(0, MAX_TESTS);
  const keyOf = (fault: Numbered) => hashOf(nameAt(fault.number), textOf(fault.path));
  const known = (fault: Numbered) => knownVerdict(cache, keyOf(fault), testsOf(fault));
  const open = numbered.filter((fault) => known(fault) === undefined);
  const ended = await runTrials(open, withControls(open, testsOf), limits);
  const confirmed = await confirmVerdicts(open, ended, limits);
  for (const fault of open) {
    const verdict = verdictOf(fault, testsOf(fault), confirmed);
    if (verdict !== undefined)
      cache.verdicts[keyOf(fault)] = { by: verdict, tests: hashOf(...testTexts(verdict, testsOf(fault))) };
  }
  writeCache(cache);
  return numbered.flatMap((fault) => {
    const noticedBy = known(fault);
    const about = { name: nameAt(fault.number), reachedBy: testsOf(fault).length };
    return noticedBy === undefined
      ? []
      : [{ ...fault, ...about, noticedBy, isCached: !open.includes(fault) }];
  });
}

const testTexts = (by: string | null, tests: readonly string[]) =>
  (by === null ? tests : [by]).map((test) => textOf(test));

function knownVerdict(cache: Cache, key: string, tests: readonly string[]): string | null | undefined {
  const verdict = cache.verdicts[key];
  if (!verdict || (verdict.by !== null && !existsSync(verdict.by))) return undefined;
  return verdict.tests === hashOf(...testTexts(verdict.by, tests)) ? verdict.by : undefined;
}

/** Runs, without a fault, each near test whose reach is not recorded yet. */
async function recordReach(
  faults: readonly Numbered[],
  nameAt: (number: number) => string,
  cache: Cache,
  limits: Limits,
) {
  const tests = new Set<string>();
  for (const fault of faults)
    for (const test of testsNear(fault, limits))
      if (!(pairOf(nameAt(fault.number), test) in cache.reach)) tests.add(test);
  const ended = await runTrials(
    faults,
    [...tests].map((test) => ({ test, fault: null })),
    limits,
  );
  for (const { test, state, reached } of ended) {
    if (state === "skipped") continue;
    if (state !== "passed") process.stderr.write(`${test} ${state} without any fault and is left out\n`);
    for (const { number } of faults)
      cache.reach[pairOf(nameAt(number), test)] = state === "passed" && reached.includes(number);
  }
  writeCache(cache);
}

/** After all faults every test runs again without one: this reveals a fault that broke modules for later ones. */
function withControls(faults: readonly Numbered[], testsOf: (fault: Numbered) => string[]): TestRun[] {
  const trials = faults.flatMap((fault) => testsOf(fault).map((test) => ({ test, fault: fault.number })));
  const controls = new Set(trials.map(({ test }) => test));
  return [...trials, ...[...controls].map((test) => ({ test, fault: null }))];
}

/** If a test also fails without faults at the end, the faults it noticed are tried again alone. */
async function confirmVerdicts(
  faults: readonly Numbered[],
  ended: readonly Ended[],
  limits: Limits,
): Promise<Ended[]> {
  const broken = new Set(
    ended.filter(({ fault, state }) => fault === null && state !== "passed").map(({ test }) => test),
  );
  const isDoubtful = ({ test, fault, state }: Ended) =>
    fault !== null && state === "failed" && broken.has(test);
  const again: Ended[] = [];
  for (const { test, fault } of ended.filter(isDoubtful))
    again.push(...(await runTrials(faults, [{ test, fault }], limits)));
  return [...ended.filter((one) => !isDoubtful(one)), ...again];
}

function verdictOf(
  fault: Numbered,
  tests: readonly string[],
  ended: readonly Ended[],
): string | null | undefined {
  const own = ended.filter((one) => one.fault === fault.number);
  const noticed = own.find(({ state }) => state === "failed" || state === "hung");
  if (noticed) return noticed.test;
  return tests.every((test) => own.some((one) => one.test === test && one.state === "passed"))
    ? null
    : undefined;
}

function readCache(isFresh: boolean): Cache {
  return existsSync(CACHE) && !isFresh
    ? (JSON.parse(readFileSync(CACHE, "utf8")) as Cache)
    : { reach: {}, verdicts: {} };
}

function writeCache(cache: Cache) {
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(cache));
}
