import { appendFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { environment } from "../environment.ts";

const SAMPLES_FILE = join(resolve(import.meta.dirname, "../.."), ".cache", "bench.jsonl");
const ROUNDS = 9;

type Work = () => Promise<unknown>;
type Comparison = { name: string; measured: Work; floor: Work; floorName: string; times: number };

/**
 * Runs ours and its floor in turn, nine rounds of `times` calls after one that warms up, and prints the medians and
 * 95th percentiles of single calls in milliseconds with the ratio of the rounds' medians (median, least, greatest).
 */
export async function compare({ name, measured, floor, floorName, times }: Comparison): Promise<void> {
  await Promise.all([round(measured, times), round(floor, times)]);
  const rounds: { measured: number[]; floor: number[] }[] = [];
  for (let count = 0; count < ROUNDS; count += 1)
    rounds.push({ measured: await round(measured, times), floor: await round(floor, times) });
  const ratios = rounds
    .map((each) => quantile(each.measured, 0.5) / quantile(each.floor, 0.5))
    .sort(ascending);
  report(
    name,
    rounds.flatMap((each) => each.measured),
  );
  report(
    `  floor: ${floorName}`,
    rounds.flatMap((each) => each.floor),
  );
  const [least, median, greatest] = [0, 0.5, 1].map((part) => quantile(ratios, part).toFixed(2));
  console.log(`  ratio ${median} (${least} to ${greatest})`);
}

/**
 * Prints one line for samples in milliseconds and appends them as a JSON line to .cache/bench.jsonl; a quiet run stores
 * the figures as well. `requests`: most of one sample.
 */
export function report(name: string, samples: readonly number[], requests?: number): void {
  const [median, p95] = [quantile(samples, 0.5), quantile(samples, 0.95)];
  const asked = requests === undefined ? "" : `  requests ${requests}`;
  console.log(`${name.padEnd(52)} median ${show(median)}  p95 ${show(p95)}  n ${samples.length}${asked}`);
  const figure = { name: name.trim(), median, p95, count: samples.length, requests };
  if (environment.BENCH_FIGURES) appendFileSync(environment.BENCH_FIGURES, `${JSON.stringify(figure)}\n`);
  mkdirSync(join(SAMPLES_FILE, ".."), { recursive: true });
  const lines = samples.map((milliseconds) => JSON.stringify({ name: name.trim(), milliseconds }));
  appendFileSync(SAMPLES_FILE, `${lines.join("\n")}\n`);
}

/** How long one run of the work took, in milliseconds. */
export async function timed(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function quantile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted(ascending);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

async function round(work: Work, times: number): Promise<number[]> {
  const samples: number[] = [];
  for (let count = 0; count < times; count += 1) samples.push(await timed(work));
  return samples;
}

const ascending = (a: number, b: number) => a - b;
const show = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 3 : 1)} ms`.padStart(10);
