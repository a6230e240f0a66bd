import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { breaksOwnerRule } from "../owner-rule.ts";
import { testsNear, textOf } from "./choose-tests.ts";
import { type Fault, nameOf, WHERE } from "./find-faults.ts";
import { learnReach } from "./learn-reach.ts";
import type { Numbered } from "./plant-faults.ts";
import { type Ended, type Limits, runTrials, type Wanted } from "./run-trials.ts";

/** The result of a tried fault: the test that noticed it, or null. */
export type Verdict = Fault & {
  name: string;
  noticedBy: string | null;
  reachedBy: number;
  isCached: boolean;
};

const CACHE = ".cache/mutations/verdicts.json";
/** A fault that so many of the nearest tests reach and let pass is unnoticed. */
const MOST_TESTS = 30;
/** Valid while the tests behind it are unchanged: the one that noticed, or all that did not. */
type Cache = Record<string, { by: string | null; tests: string }>;

const hashOf = (...texts: string[]) =>
  createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16);

/** A missing owner condition is found by this check, before any test. */
const RULE = "scripts/check-rules.ts";
const isNoticedByRule = ({ path, kind, start, end, text }: Fault) => {
  const source = textOf(path);
  return kind === WHERE && breaksOwnerRule(path, source.slice(0, start) + text + source.slice(end));
};

/**
 * Checks the rule, then plants each fault and runs the tests that reach it, nearest first, until one fails. Which tests
 * reach what is learned for all of `files` at once, in half of the time at most.
 */
export async function scoreFaults(
  faults: readonly Fault[],
  files: readonly string[],
  limits: Limits,
): Promise<Verdict[]> {
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
      files,
      limits,
    )),
  ];
}

async function tryFaults(
  faults: readonly Fault[],
  files: readonly string[],
  limits: Limits,
): Promise<Verdict[]> {
  const half = (Date.now() + limits.until) / 2;
  const { reaches, isKnown } = await learnReach(faults, files, { ...limits, until: half });
  const cache = readCache(limits.isFresh);
  const numbered = faults.map((fault, number) => ({ ...fault, number }));
  const names = faults.map((fault) => nameOf(fault, textOf(fault.path)));
  const nameAt = (number: number) => names[number] ?? "";
  const testsOf = (fault: Numbered) =>
    testsNear(fault, limits)
      .filter((test) => reaches(fault, test))
      .slice(0, MOST_TESTS);
  const keyOf = (fault: Numbered) => hashOf(nameAt(fault.number), textOf(fault.path));
  const known = (fault: Numbered) => knownVerdict(cache, keyOf(fault), testsOf(fault));
  const open = numbered.filter((fault) => known(fault) === undefined);
  const ended = await runTrials(open, withControls(open, testsOf), limits);
  const sure = await withoutDoubt(open, ended, limits);
  for (const fault of open) {
    const verdict = verdictOf(fault, testsOf(fault), sure);
    const isTried = testsOf(fault).length > 0 || isKnown(fault);
    if (verdict !== undefined && isTried)
      cache[keyOf(fault)] = { by: verdict, tests: hashOf(...textsBehind(verdict, testsOf(fault))) };
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

const textsBehind = (by: string | null, tests: readonly string[]) =>
  (by === null ? tests : [by]).map((test) => textOf(test));

function knownVerdict(cache: Cache, key: string, tests: readonly string[]): string | null | undefined {
  const verdict = cache[key];
  if (!verdict || (verdict.by !== null && !existsSync(verdict.by))) return undefined;
  return verdict.tests === hashOf(...textsBehind(verdict.by, tests)) ? verdict.by : undefined;
}

/** After all faults every test runs again without one: this reveals a fault that broke modules for later ones. */
function withControls(faults: readonly Numbered[], testsOf: (fault: Numbered) => string[]): Wanted[] {
  const trials = faults.flatMap((fault) => testsOf(fault).map((test) => ({ test, fault: fault.number })));
  const controls = new Set(trials.map(({ test }) => test));
  return [...trials, ...[...controls].map((test) => ({ test, fault: null }))];
}

/** If a test also fails without faults at the end, the faults it noticed are tried again alone. */
async function withoutDoubt(
  faults: readonly Numbered[],
  ended: readonly Ended[],
  limits: Limits,
): Promise<Ended[]> {
  const broken = new Set(
    ended
      .filter(({ fault, state }) => fault === null && (state === "failed" || state === "hung"))
      .map(({ test }) => test),
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
  return existsSync(CACHE) && !isFresh ? (JSON.parse(readFileSync(CACHE, "utf8")) as Cache) : {};
}

function writeCache(cache: Cache) {
  mkdirSync(dirname(CACHE), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(cache));
}
