import "./require-node-24.mjs";
import { existsSync, readFileSync } from "node:fs";
import { registry } from "#app/slices.ts";
import { CAPABILITY_RUNS_FILE } from "#platform/testing/record-runs.ts";

/** After the tests: every capability has been run by one of them (docs/architecture-reference.md, Laws). */
const ran = new Set(
  existsSync(CAPABILITY_RUNS_FILE) ? readFileSync(CAPABILITY_RUNS_FILE, "utf8").split("\n") : [],
);
const untested = [...registry.keys()].filter((name) => !ran.has(name));
for (const name of untested) console.error(`No test runs the capability ${name}`);
process.exitCode = untested.length > 0 ? 1 : 0;
