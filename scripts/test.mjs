import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { install, root, runInParallel, runShown } from "./toolchain.mjs";

// `npm test`: every check there is, up to the first that fails. The last line counts them.

const VITEST_REPORT = join(root, ".cache", "vitest.json");
const JOURNEYS_REPORT = join(root, ".cache", "journeys.json");
const sum = { passed: 0, failed: 0 };

process.on("exit", (code) => {
  const failed = code === 0 ? sum.failed : Math.max(sum.failed, 1);
  console.log(`${sum.passed} passed, ${failed} failed`);
});

install();
await Promise.all([
  checks([
    ["Types", ["node_modules/typescript/bin/tsc", "--noEmit"]],
    ["Boundaries", ["scripts/check-boundaries.ts"]],
    ["House rules", ["scripts/check-rules.ts"]],
    ["Dead code", ["node_modules/knip/bin/knip.js"]],
  ]),
  checks([
    ["Format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."]],
    ["Build", ["scripts/build.mjs"]],
    ["Size budgets", ["scripts/check-sizes.ts"]],
  ]),
]);
suite("Unit and integration tests", VITEST_REPORT, [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${VITEST_REPORT}`,
]);
await checks([["Every capability is run by a test", ["scripts/check-capability-runs.ts"]]]);
suite("Journeys in Chromium", JOURNEYS_REPORT, ["node_modules/@playwright/test/cli.js", "test"]);

/**
 * Steps that pass or fail as a whole, one after another; the output is shown where one fails.
 * @param {[name: string, args: string[]][]} steps
 */
async function checks(steps) {
  for (const [name, args] of steps) {
    const { status, output } = await runInParallel(args);
    if (status === 0) sum.passed += 1;
    else console.log(output);
    conclude(name, status === 0);
  }
}

/** A suite that counts its own tests in a report. @param {string} name @param {string} report @param {string[]} args */
function suite(name, report, args) {
  console.log(`  ${name} …`);
  rmSync(report, { force: true });
  const status = runShown(args, { CI: "1" });
  const { passed, failed } = countOf(report);
  sum.passed += passed;
  sum.failed += failed;
  conclude(name, status === 0 && failed === 0 && passed > 0);
}

/** @param {string} name @param {boolean} isGood */
function conclude(name, isGood) {
  console.log(`${isGood ? "✓" : "✗"} ${name}`);
  if (!isGood) process.exit(1);
}

/** A skipped test counts as failed: nothing is skipped here. @param {string} report */
function countOf(report) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numTotalTests, numPassedTests, stats } = JSON.parse(readFileSync(report, "utf8"));
  return stats
    ? { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }
    : { passed: numPassedTests, failed: numTotalTests - numPassedTests };
}
