import "./scripts/require-node-24.mjs";

import { defineConfig } from "vitest/config";
import { environment } from "./scripts/environment.mjs";
import { ALONE_TESTS, LONG_TESTS, PAGE_DETAILS, SERVER_TESTS } from "./scripts/stages.mjs";

/** These run where there is a document, which must exist before the pages' modules are loaded. */
const PAGE_TESTS = "src/app/web/page-tests/**/*.test.ts";

/** The long stage runs these and the page tests of single areas, `npm test` everything else; by hand any test can be named. */
const LATER = Object.keys({ ...LONG_TESTS, ...SERVER_TESTS });
const isLong = environment.TESTS === "long";
const omitted = environment.TESTS === "quick" ? [...LATER, PAGE_DETAILS] : [];
const alone = Object.keys(ALONE_TESTS);

export default defineConfig({
  test: {
    globalSetup: ["src/platform/testing/global-setup.ts"],
    setupFiles: ["src/platform/testing/record-runs.ts"],
    // They end a test that hangs, not one that is slow: on a busy machine everything takes several times as long.
    testTimeout: isLong ? 180_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    // Tests wait for servers more than they compute: by itself one worker runs where there are two cores.
    maxWorkers: 2,
    // Files share their worker's loaded modules: a database of one's own is what keeps them apart, and loading costs half the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: isLong ? LATER : ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          // A project does not see what the command line excludes.
          exclude: [PAGE_TESTS, ...alone, ...omitted],
        },
      },
      {
        extends: true,
        test: {
          ...{ name: "alone", include: alone, exclude: omitted, isolate: true },
          // Last: the check of floating promises, which runs beside the first ones, takes all processors.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          name: "pages",
          include: [isLong ? PAGE_DETAILS : PAGE_TESTS],
          exclude: omitted,
          setupFiles: ["src/app/web/testing/install-browser.ts", "src/platform/testing/record-runs.ts"],
          // The libraries as they are shipped: without React's checks for developers the pages take a fifth less time.
          env: { TZ: "Europe/Vienna", NODE_ENV: "production" },
        },
      },
    ],
  },
});
