import "./scripts/require-node-24.mjs";

import { defineConfig } from "@playwright/test";
import { launchOptions } from "./scripts/browser.ts";
import { environment } from "./scripts/environment.mjs";
import { LONG_JOURNEYS } from "./scripts/stages.mjs";

/** Video that is encoded in software: no two of them at once. */
const calls = /[\\/](calls|call-[a-z]+)\.journey\.ts$/;
const long = Object.keys(LONG_JOURNEYS).map((path) => path.replace("e2e/", ""));
const chosen = environment.JOURNEYS === "long" ? long : "*.journey.ts";
const omitted = environment.JOURNEYS === "quick" ? long : [];

/** Journeys against the production build (`npm test` makes it). One file per journey, each with its own people. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  outputDir: ".cache/journeys",
  reporter: [["list"], ["json", { outputFile: ".cache/journeys.json" }]],
  workers: 2,
  // `npm test` leaves the long ones out, `npm run test:long` runs no others; by hand any can be named.
  projects: [
    { name: "calls", testMatch: calls, testIgnore: omitted, workers: 1 },
    { name: "journeys", testMatch: chosen, testIgnore: [calls, ...omitted] },
  ],
  retries: 0,
  forbidOnly: true,
  // They end a journey that hangs, not one that is slow: on a busy machine everything takes several times as long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    // An action without a response fails soon and by name, and not only at the timeout of the journey.
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    // Rendering animations without a graphics card takes a sixth of the time; the shell's journey turns motion on.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    timezoneId: "Europe/Vienna",
    // Recording every journey takes a third of the time: `TRACE=1` for one that fails.
    trace: environment.TRACE ? "retain-on-failure" : "off",
    // The same for all journeys: other options would need another browser and another instance. A fake camera and
    // microphone, for calls whose pages are all on one machine.
    launchOptions: launchOptions(
      `--use-fake-device-for-media-stream=fps=${environment.FPS ?? 20}`,
      "--use-fake-ui-for-media-stream",
      "--allow-loopback-in-peer-connection",
      "--disable-features=WebRtcHideLocalIpsWithMdns",
    ),
  },
});
