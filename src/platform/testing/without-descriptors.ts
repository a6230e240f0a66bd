// A program for the test of `#platform/workers`: asks for work while it has no descriptor left, and again afterwards.
// Prints how each ended. Started with a low `ulimit -n`.
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { work } from "#platform/workers/work.ts";
import { createWorkers } from "#platform/workers/workers.ts";
import type { FaultyWork } from "./worker-program.ts";

const folder = join(import.meta.dirname, "../../..");
const workers = createWorkers({ file: join(import.meta.dirname, "worker-program.ts"), folder });
const doubling = work<FaultyWork["double"]>("double", { seconds: 30, megabytes: 128 });
const outcome = (user: string) =>
  workers
    .run(doubling, user, 21)
    .catch((error: Error & { reason?: string }) => error.reason ?? error.message);

const taken: number[] = [];
function takeAll(): void {
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch {
    // That was the last one.
  }
}

takeAll();
const without = await Promise.all(["ada", "bob", "carol", "dan"].map(outcome));
for (const descriptor of taken) closeSync(descriptor);
const afterwards = await outcome("ada");
await workers.close();
process.stdout.write(JSON.stringify({ without, afterwards }));
