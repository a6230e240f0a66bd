import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

// The figures of a whole run of benchmarks, and their comparison with the run before (`npm run bench -- quiet`).

/** @typedef {{ bench: string, name: string, median: number, p95: number, count: number, requests?: number }} Figure */
/** @typedef {{ at: string, load: number, seconds: Record<string, number>, processor: Record<string, number>, figures: Figure[] }} Run */

const FOLDER = join(root, ".cache", "bench");
/** A median that grew by more than this is named as slower: repeated runs of a quiet machine differ by less. */
const SLOWER = 1.2;

/** The load of the last minute, in running processes; a machine that is measured should be below 0.5. */
export const loadNow = () => loadavg()[0] ?? 0;

/**
 * Seconds of processor time of all ended children of this process, and of theirs that they waited for (Linux, proc(5):
 * cutime and cstime, in hundredths); 0 elsewhere.
 */
export function processorSeconds() {
  if (!existsSync("/proc/self/stat")) return 0;
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** The newest stored run; null if there is none. @returns {Run | null} */
export function lastRun() {
  if (!existsSync(FOLDER)) return null;
  const newest = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .at(-1);
  return newest ? JSON.parse(readFileSync(join(FOLDER, newest), "utf8")) : null;
}

/** Stores a run under its date; returns the path. @param {Run} run */
export function storeRun(run) {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${run.at.slice(0, 19).replaceAll(":", "-")}.json`);
  writeFileSync(path, `${JSON.stringify(run, null, 2)}\n`);
  return path;
}

/**
 * One line for each figure, with the median of the run before and their ratio; figures that have become slower, or that
 * ask for more, are marked.
 * @param {Run} run
 * @param {Run | null} before
 */
export function comparisonOf(run, before) {
  const known = new Map(before?.figures.map((figure) => [`${figure.bench} ${figure.name}`, figure]));
  return run.figures.map((figure) => {
    const { bench, name, median, p95, requests } = figure;
    const earlier = known.get(`${bench} ${name}`);
    const ratio = earlier && earlier.median > 0 ? median / earlier.median : undefined;
    const asksMore = requests !== undefined && earlier?.requests !== undefined && requests > earlier.requests;
    return [
      `${bench}: ${name}`.padEnd(72),
      `${median.toFixed(2)} ms`.padStart(12),
      `p95 ${p95.toFixed(2)}`.padStart(13),
      requests === undefined ? "" : `${requests} requests`,
      ratio === undefined ? "new" : `was ${earlier?.median.toFixed(2)} (x ${ratio.toFixed(2)})`,
      ratio !== undefined && ratio > SLOWER ? "SLOWER" : "",
      asksMore ? `MORE REQUESTS, was ${earlier?.requests}` : "",
    ]
      .filter(Boolean)
      .join("  ");
  });
}
