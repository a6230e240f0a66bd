import "./scripts/require-node-24.mjs";

import { defineConfig } from "vitest/config";
import { environment } from "./scripts/environment.mjs";
import { LONG_TESTS, PAGE_DETAILS, SERVER_TESTS } from "./scripts/stages.mjs";

/** These run where there is a document, which must exist before the pages' modules are loaded. */
const PAGE_TESTS = "src/app/web/page-tests/**/*.test.ts";

/** `npm run test:long` runs these, and the page tests of single areas. */
const LATER = Object.keys({ ...LONG_TESTS, ...SERVER_TESTS });

/** What a stage omits; by hand any test can be named. */
const OMITTED: Readonly<Record<string, readonly string[]>> = {
  quick: [...LATER, PAGE_DETAILS],
  details: LATER,
};
const omitted = OMITTED[environment.TESTS ?? ""] ?? [];

export default defineConfig({
  test: {
    globalSetup: ["src/platform/testing/global-setup.ts"],
    setupFiles: ["src/platform/testing/record-runs.ts"],
    // They end a test that hangs, not one that is slow: on a busy machine everything takes several times as long.
    testTimeout: environment.TESTS === "long" ? 180_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // Tests wait for servers more than they compute: by itself one worker runs where there are two cores.
    maxWorkers: 2,
    // Files share their worker's loaded modules: a database of one's own is what keeps them apart, and loading costs half the time.
    // Each of the few long ones has a process of its own: some measure its memory, which must hold nothing of others.
    isolate: environment.TESTS === "long",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          // A project does not see what the command line excludes.
          exclude: [PAGE_TESTS, ...omitted],
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          name: "pages",
          include: [environment.TESTS === "details" ? PAGE_DETAILS : PAGE_TESTS],
          exclude: [...omitted],
          setupFiles: ["src/app/web/testing/install-browser.ts", "src/platform/testing/record-runs.ts"],
          // The libraries as they are shipped: without React's checks for developers the pages take a fifth less time.
          env: { TZ: "Europe/Vienna", NODE_ENV: "production" },
        },
      },
    ],
  },
});
