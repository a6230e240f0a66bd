import { renameSync, writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { environment } from "../environment.ts";

// Preloaded into the program that a benchmark measures: on SIGUSR2 it writes the delays of its event loop since the
// last signal, in milliseconds, into the file named by EVENT_LOOP_FILE.

const RESOLUTION = 5;
const file = environment.EVENT_LOOP_FILE ?? "";
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
process.on("SIGUSR2", () => {
  /** @param {number} nanoseconds */
  const beyond = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  const seen = { worst: beyond(delay.max), p99: beyond(delay.percentile(99)) };
  delay.reset();
  writeFileSync(`${file}.new`, JSON.stringify(seen));
  renameSync(`${file}.new`, file);
});
