// A program of worker processes for the tests of `#platform/workers`: work that behaves badly.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { serveWork, type WorkFunction } from "#platform/workers/serve-work.ts";

const kept: unknown[] = [];

const badWork = {
  double: (value: number) => value * 2,
  bytes: (bytes: Uint8Array) => new Uint8Array(bytes).reverse(),
  hash: (_: null, bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex"),
  pid: () => process.pid,
  environment: () => Object.keys(process.env),
  refuse: (word: string) => {
    throw new Error(`No ${word}`);
  },
  hang: () => {
    for (;;) kept.length = 0;
  },
  hoard: () => {
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
  hoardBuffers: () => {
    for (;;) kept.push(Buffer.alloc(10_000_000, 1));
  },
  die: () => process.exit(3),
  readFile: (path: string) => readFile(path, "utf8"),
};

export type BadWork = typeof badWork;

await serveWork(
  Object.fromEntries(Object.entries(badWork).map(([name, run]) => [name, async () => run as WorkFunction])),
);
