import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { install, root, run, runShown } from "./toolchain.mjs";

// `npm test`: every check there is, up to the first that fails. The last line counts them.

const VITEST_REPORT = join(root, ".cache", "vitest.json");
const JOURNEYS_REPORT = join(root, ".cache", "journeys.json");
const sum = { passed: 0, failed: 0 };

process.on("exit", (code) => {
  const failed = code === 0 ? sum.failed : Math.max(sum.failed, 1);
  console.log(`${sum.passed} passed, ${failed} failed`);
});

install();
check("Format and lint", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."]);
check("Types", ["node_modules/typescript/bin/tsc", "--noEmit"]);
check("Boundaries", ["scripts/check-boundaries.ts"]);
check("Dead code", ["node_modules/knip/bin/knip.js"]);
build();
check("Size budgets", ["scripts/check-sizes.ts"]);
suite("Unit and integration tests", VITEST_REPORT, [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${VITEST_REPORT}`,
]);
check("Every capability is run by a test", ["scripts/check-capability-runs.ts"]);
suite("Journeys in Chromium", JOURNEYS_REPORT, ["node_modules/@playwright/test/cli.js", "test"]);

/** One step that passes or fails as a whole; its output is shown where it fails. @param {string} name @param {string[]} args */
function check(name, args) {
  const { status, output } = run(args);
  if (status === 0) sum.passed += 1;
  else console.log(output);
  conclude(name, status === 0);
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
