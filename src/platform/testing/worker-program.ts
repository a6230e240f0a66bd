// A worker process for the tests of `#platform/workers`: work with faults.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { serveWork, type WorkFunction } from "#platform/workers/serve-work.ts";

const retained: unknown[] = [];

const faultyWork = {
  double: (value: number) => value * 2,
  bytes: (bytes: Uint8Array) => new Uint8Array(bytes).reverse(),
  hash: (_: null, bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex"),
  pid: () => process.pid,
  /** Start and end of its work, in milliseconds of the machine's clock. */
  span: () => {
    const now = () => performance.timeOrigin + performance.now();
    const start = now();
    while (now() < start + 20);
    return { start, end: now() };
  },
  /** Returns what an earlier piece of work left in this process, if any. */
  plant: (secret: string) => {
    const found = Reflect.get(globalThis, "planted");
    Reflect.set(globalThis, "planted", secret);
    return { pid: process.pid, found };
  },
  environment: () => Object.keys(process.env),
  refuse: (word: string) => {
    throw new Error(`No ${word}`);
  },
  hang: () => {
    for (;;) retained.length = 0;
  },
  hoard: () => {
    for (;;) retained.push(new Array(100_000).fill(retained.length));
  },
  hoardBuffers: () => {
    for (;;) retained.push(Buffer.alloc(10_000_000, 1));
  },
  die: () => process.exit(3),
  readFile: (path: string) => readFile(path, "utf8"),
};

export type FaultyWork = typeof faultyWork;

await serveWork(
  Object.fromEntries(
    Object.entries(faultyWork).map(([name, run]) => [name, async () => run as WorkFunction]),
  ),
);
