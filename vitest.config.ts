import "./scripts/require-node-24.mjs";

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    globalSetup: ["src/platform/testing/global-setup.ts"],
    setupFiles: ["src/platform/testing/record-runs.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Tests wait for servers more than they compute: by itself one worker runs where there are two cores.
    maxWorkers: 2,
    // Files share their worker's loaded modules: a database of one's own is what keeps them apart, and loading costs half the time.
    isolate: false,
  },
});
