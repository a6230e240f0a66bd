import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { capabilityRuns } from "#platform/capability/execute.ts";

/**
 * File to which a test run writes the name of every capability that ran, one per line; `scripts/check-coverage.ts`
 * reads it.
 */
export const CAPABILITY_RUNS_FILE = join(import.meta.dirname, "../../../.cache/capability-runs.txt");

const seen = new Set<unknown>();
mkdirSync(dirname(CAPABILITY_RUNS_FILE), { recursive: true });

capabilityRuns.subscribe((name) => {
  if (seen.has(name)) return;
  seen.add(name);
  appendFileSync(CAPABILITY_RUNS_FILE, `${name}\n`);
});
