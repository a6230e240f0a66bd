import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { comparisonOf, lastRun, loadNow, processorSeconds, storeRun } from "./bench-runs.mjs";
import { build } from "./build.mjs";
import { install, root, runShown, stop } from "./toolchain.mjs";

// `npm run bench [name …]`: each benchmark prints its figures beside a floor measured in the same run. With `quiet` first
// the run is also stored under its date, with processor time and requests, and compared with the one before.

install();
build();
const isQuiet = process.argv[2] === "quiet";
const wanted = process.argv.slice(isQuiet ? 3 : 2);
const benches = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".bench.ts"))
  .filter((file) => wanted.length === 0 || wanted.includes(file.replace(".bench.ts", "")));
if (benches.length === 0) stop(`There is no benchmark named ${wanted.join(" or ")}`);

const failed = isQuiet ? runQuietly() : benches.filter((file) => !runBench(file));
if (failed.length > 0) stop(`Failed: ${failed.join(", ")}`);

/** @param {string} file @returns {boolean} */
function runBench(file, environment = {}) {
  return runShown([join("bench", file)], { NODE_ENV: "production", ...environment }) === 0;
}

/** @returns {string[]} the benchmarks that failed */
function runQuietly() {
  const load = loadNow();
  if (load > 0.5)
    console.warn(
      `The load of this machine is ${load.toFixed(1)}: figures of a busy machine compare with nothing`,
    );
  /** @type {import("./bench-runs.mjs").Run} */
  const run = { at: new Date().toISOString(), load, seconds: {}, processor: {}, figures: [] };
  const figuresFile = join(root, ".cache", "bench-figures.jsonl");
  const ended = benches.filter((file) => {
    const bench = file.replace(".bench.ts", "");
    rmSync(figuresFile, { force: true });
    const [start, used] = [performance.now(), processorSeconds()];
    const isGood = runBench(file, { BENCH_FIGURES: figuresFile });
    run.seconds[bench] = Math.round((performance.now() - start) / 1000);
    run.processor[bench] = Math.round(processorSeconds() - used);
    const lines = existsSync(figuresFile) ? readFileSync(figuresFile, "utf8").trim().split("\n") : [];
    run.figures.push(...lines.map((line) => ({ bench, ...JSON.parse(line) })));
    return isGood;
  });
  rmSync(figuresFile, { force: true });
  const before = lastRun();
  console.log(`\n${comparisonOf(run, before).join("\n")}`);
  for (const [bench, seconds] of Object.entries(run.seconds))
    console.log(`${bench}: ${seconds} s, ${run.processor[bench]} s of processor time`);
  console.log(`${before ? `Compared with ${before.at}` : "The first run"}; stored in ${storeRun(run)}`);
  return benches.filter((file) => !ended.includes(file));
}
