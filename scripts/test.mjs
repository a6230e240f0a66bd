import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { longest, timesOf } from "./stages.mjs";
import { install, root, runInParallel, showInParallel } from "./toolchain.mjs";

// `npm test`: all checks except the long ones, up to the first failure. `npm run test:long`: the long ones. `npm run
// test:ci`: both. The output ends with the ten slowest and a line of totals.

const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot", "--reporter=json"];
const BIOME = "node_modules/@biomejs/biome/bin/biome";
/** It infers the types of the whole program, which takes five times as long as all other rules together. */
const SLOW_RULE = "nursery/noFloatingPromises";
const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test"];
/** On a slow machine the hour that the build server gives belongs to the tests. */
const LATEST_MUTATIONS_S = 45 * 60;
const sum = { passed: 0, failed: 0 };
/** @type {import("./stages.mjs").Took[]} */
const took = [];
const began = Date.now();

process.on("exit", (code) => {
  const failed = code === 0 ? sum.failed : Math.max(sum.failed, 1);
  console.log(`The longest of ${secondsSince(began).toFixed(0)} s:\n${longest(took)}`);
  console.log(`${sum.passed} passed, ${failed} failed`);
});

const [stage = "quick"] = process.argv.slice(2);
install();
if (stage !== "long") await quickStage();
if (stage !== "quick") await longStage();

async function quickStage() {
  // Unit tests wait for servers half of their time, so the checks and the build can use a core in parallel.
  await Promise.all([
    checks([
      ["Format and lint", [BIOME, "check", `--skip=${SLOW_RULE}`, "--error-on-warnings", "."]],
      ["Types", ["node_modules/typescript/bin/tsc", "--noEmit"]],
      ["Boundaries", ["scripts/check-boundaries.ts"]],
      ["House rules", ["scripts/check-rules.ts"]],
      ["Dead code", ["node_modules/knip/bin/knip.js"]],
      ["Build", ["scripts/build.mjs"]],
      ["Size budgets", ["scripts/check-sizes.ts"]],
    ]),
    unitTests("Unit and integration tests", "quick"),
  ]);
  await journeys("Journeys in Chromium", "quick");
}

async function longStage() {
  if (stage === "long") await checks([["Build", ["scripts/build.mjs"]]]);
  await Promise.all([
    checks([["Floating promises", [BIOME, "lint", `--only=${SLOW_RULE}`, "--error-on-warnings", "."]]]),
    // In one run: the modules are loaded once, and one worker waits for servers while the other computes.
    unitTests("Page tests of single areas, tests with servers of others and long tests", "long"),
  ]);
  // Some are run by long tests only.
  if (stage === "all")
    await checks([["Every capability is run by a test", ["scripts/check-capability-runs.ts"]]]);
  await journeys("Long journeys", "long");
  if (secondsSince(began) < LATEST_MUTATIONS_S) await mutationScore("Faults planted in the last commits");
}

/**
 * Prints a figure and never fails: of a dozen faults one more or less is chance. The floors of the areas hold in
 * `npm run test:mutations`.
 * @param {string} name
 */
async function mutationScore(name) {
  const from = Date.now();
  console.log(`  ${name} …`);
  const limits = ["--commits=10", "--sample=12", "--minutes=4", "--silence=60"];
  const status = await showInParallel(["scripts/test-mutations.ts", ...limits]);
  console.log(`${status === 0 ? "✓" : "– not measured:"} ${name} (${secondsSince(from).toFixed(0)} s)`);
}

/** @param {string} name @param {"quick" | "long"} which */
function unitTests(name, which) {
  const report = join(root, ".cache", "vitest.json");
  return suite(name, report, [...VITEST, `--outputFile.json=${report}`], { TESTS: which });
}

/** @param {string} name @param {"quick" | "long"} which */
function journeys(name, which) {
  return suite(name, join(root, ".cache", "journeys.json"), PLAYWRIGHT, { JOURNEYS: which });
}

/**
 * Steps that pass or fail as a whole, one after another; the output of a failed one is shown.
 * @param {[name: string, args: string[]][]} steps
 */
async function checks(steps) {
  for (const [name, args] of steps) {
    const from = Date.now();
    const { status, output } = await runInParallel(args);
    took.push({ name, seconds: secondsSince(from) });
    if (status === 0) sum.passed += 1;
    if (status !== 0) console.log(output);
    conclude(name, status === 0, from);
  }
}

/**
 * A suite that reports the number of its tests.
 * @param {string} name @param {string} report @param {string[]} args @param {Record<string, string>} environment
 */
async function suite(name, report, args, environment) {
  const from = Date.now();
  console.log(`  ${name} …`);
  rmSync(report, { force: true });
  const status = await showInParallel(args, { ...environment, CI: "1" });
  took.push(...timesOf(report));
  const { passed, failed } = countOf(report);
  sum.passed += passed;
  sum.failed += failed;
  conclude(name, status === 0 && failed === 0 && passed > 0, from);
}

/** @param {string} name @param {boolean} isGood @param {number} from */
function conclude(name, isGood, from) {
  console.log(`${isGood ? "✓" : "✗"} ${name} (${secondsSince(from).toFixed(0)} s)`);
  if (!isGood) process.exit(1);
}

/** @param {number} from */
function secondsSince(from) {
  return (Date.now() - from) / 1000;
}

/** A skipped test counts as failed: nothing is skipped here. @param {string} report */
function countOf(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numTotalTests, numPassedTests, stats } = JSON.parse(readFileSync(report, "utf8"));
  return stats
    ? { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }
    : { passed: numPassedTests, failed: numTotalTests - numPassedTests };
}
