import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environment } from "../environment.mjs";
import type { Numbered } from "./plant-faults.ts";

/** A test file to run, with the fault of this number or, to see what it reaches, without any. */
export type Wanted = { test: string; fault: number | null };
export type Ended = Wanted & { state: "passed" | "failed" | "skipped" | "hung"; reached: number[] };

export type Limits = {
  until: number;
  workers: number;
  isFresh: boolean;
  withLaws: boolean;
  /** After so many seconds in which no test file ends, what runs has hung and counts as noticed. */
  silence: number;
};

const ROOT = process.cwd();
const FOLDER = join(ROOT, ".cache/mutations/run");

/**
 * Runs the trials in order, in one program with one PostgreSQL; trials that exceed the time are missing from the
 * result.
 */
export async function runTrials(
  faults: readonly Numbered[],
  trials: readonly Wanted[],
  limits: Pick<Limits, "until" | "workers" | "silence">,
): Promise<Ended[]> {
  const ended: Ended[] = [];
  const { until } = limits;
  let left = trials;
  while (left.length > 0 && Date.now() < until) {
    writeTrials(faults, left, until);
    const hasHung = await runVitest(limits);
    const now = readEnded(left);
    if (hasHung && Date.now() < until) now.push(...readHung(left, now));
    if (now.length === 0) throw new Error("No test ran: see the output above");
    ended.push(...now);
    left = hasHung ? left.filter((trial) => !now.some((done) => isSame(done, trial))) : [];
  }
  return ended;
}

const isSame = (one: Wanted, other: Wanted) => one.test === other.test && one.fault === other.fault;
const fileOf = (index: number) => `trial-${String(index).padStart(5, "0")}`;

function writeTrials(faults: readonly Numbered[], trials: readonly Wanted[], until: number) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "faults.json"), JSON.stringify(faults));
  trials.forEach(({ test, fault }, index) => {
    const trial = JSON.stringify({ folder: FOLDER, file: fileOf(index), fault, until });
    writeFileSync(
      join(FOLDER, `${fileOf(index)}.test.ts`),
      `import { test } from "vitest";
import { activate, isNoticed } from ${JSON.stringify(join(ROOT, "scripts/mutations/in-worker.ts"))};
const trial = ${trial};
if (isNoticed(trial)) test.skip("noticed already", () => {});
else {
  activate(trial);
  await import(${JSON.stringify(`${join(ROOT, test)}?trial=${index}`)});
}
`,
    );
  });
}

/** Returns whether it had to be killed. */
function runVitest({
  until,
  workers,
  silence,
}: Pick<Limits, "until" | "workers" | "silence">): Promise<boolean> {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.mutations.config.ts"];
  const child = spawn(process.execPath, [...args, `--maxWorkers=${workers}`], {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...environment, MUTATION_FOLDER: FOLDER, CI: "1" },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors = (errors + text).slice(-20_000);
  });
  let ended = 0;
  let lastProgressAt = Date.now();
  let hasHung = false;
  const watch = setInterval(() => {
    const count = existsSync(join(FOLDER, "ended.txt"))
      ? readFileSync(join(FOLDER, "ended.txt"), "utf8").split("\n").length
      : 0;
    if (count !== ended) lastProgressAt = Date.now();
    ended = count;
    if (Date.now() < until + silence * 1000 && Date.now() - lastProgressAt < silence * 1000) return;
    hasHung = true;
    // First SIGTERM: the database of the run is stopped and its folder removed.
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 15_000).unref();
  }, 1000);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      clearInterval(watch);
      if (!existsSync(join(FOLDER, "ended.txt"))) process.stderr.write(errors);
      resolve(hasHung);
    });
  });
}

function readEnded(trials: readonly Wanted[]): Ended[] {
  const file = join(FOLDER, "ended.txt");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.flatMap((line) => {
    const [name = "", state = ""] = line.split(" ");
    const trial = trials[Number(/\d+/.exec(name)?.[0])];
    if (!trial) return [];
    const reached = join(FOLDER, name.replace(".test.ts", ".reached.json"));
    return [
      {
        ...trial,
        state: state as Ended["state"],
        reached: existsSync(reached) ? (JSON.parse(readFileSync(reached, "utf8")) as number[]) : [],
      },
    ];
  });
}

/** Trials that were started but did not end. */
function readHung(trials: readonly Wanted[], ended: readonly Ended[]): Ended[] {
  return trials
    .filter(
      (trial, index) =>
        existsSync(join(FOLDER, `${fileOf(index)}.begun`)) && !ended.some((one) => isSame(one, trial)),
    )
    .map((trial) => ({ ...trial, state: "hung", reached: [] }));
}
