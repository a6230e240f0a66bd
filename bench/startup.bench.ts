import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Instance, type Program } from "../e2e/support/product.ts";
import { startEmbedded } from "../src/platform/database/embedded/embedded.ts";
import { report, timed } from "./support/compare.ts";

// Start of the production build on a new and on an existing data folder, against PostgreSQL alone; memory when idle.

const COLD_ROUNDS = 3;
const WARM_ROUNDS = 7;
const IDLE_MS = 20_000;

const cold: number[] = [];
for (let round = 0; round < COLD_ROUNDS; round += 1) {
  const fresh = await Instance.create();
  cold.push(await timed(async () => (await fresh.start()).end()));
  await fresh.remove();
}
const instance = await Instance.create();
await (await instance.start()).end();
const warm: number[] = [];
const floor: number[] = [];
for (let round = 0; round < WARM_ROUNDS; round += 1) {
  let program: Program | undefined;
  warm.push(await timed(async () => (program = await instance.start())));
  await program?.end();
  let server: { stop(): Promise<void> } | undefined;
  floor.push(await timed(async () => (server = await startEmbedded({ dataDir: instance.dataDir }))));
  await server?.stop();
}
report("first start ever, to ready and ended again", cold);
report("start on existing data, to ready", warm);
report("  floor: PostgreSQL alone", floor);

const program = await instance.start();
await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
const pid = program.process.pid ?? 0;
const app = megabytes(pid);
const database = descendants(pid).reduce((sum, child) => sum + megabytes(child), 0);
console.log(
  `idle for ${IDLE_MS / 1000} s: app ${app.toFixed(0)} MB, with database ${(app + database).toFixed(0)} MB`,
);
await program.end();
await instance.remove();

/** Proportional set size: memory shared between processes is counted once. Linux only. */
function megabytes(process: number): number {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/smaps_rollup`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}

function descendants(parent: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === parent)
    .map(Number);
  return [...children, ...children.flatMap(descendants)];
}

function parentOf(process: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(join("/proc", process, "status"), "utf8"))?.[1]);
  } catch {
    // A process that has ended has no parent.
    return -1;
  }
}
