import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { BadWork } from "#platform/testing/worker-program.ts";
import { work } from "./work.ts";
import { createWorkers } from "./workers.ts";

const folder = join(import.meta.dirname, "../../..");
const program = { file: join(folder, "src/platform/testing/worker-program.ts"), folder };
const workers = createWorkers(program);
afterAll(() => workers.close());

const LIMITS = { seconds: 30, megabytes: 128 };
const bad = <N extends keyof BadWork>(name: N, limits = LIMITS) => work<BadWork[N]>(name, limits);

test("work runs in a process of its own, which is used again and bounded in number", async () => {
  expect(await workers.run(bad("double"), 21)).toBe(42);
  expect(await workers.run(bad("bytes"), new Uint8Array([1, 2, 3]))).toEqual(new Uint8Array([3, 2, 1]));
  const pids = await Promise.all(Array.from({ length: 12 }, () => workers.run(bad("pid"), undefined)));
  expect(pids).not.toContain(process.pid);
  expect(new Set(pids).size).toBeLessThanOrEqual(2);
});

test("a file travels beside the input, however large, and a cut one fails alone", async () => {
  const chunk = Buffer.alloc(1_000_000, "x");
  async function* chunks(count: number) {
    for (let sent = 0; sent < count; sent += 1) yield chunk;
  }
  const expected = createHash("sha256");
  for (let sent = 0; sent < 20; sent += 1) expected.update(chunk);
  const file = (count: number) => ({ size: 20_000_000, open: async () => chunks(count) });
  const hash = expected.digest("hex");
  expect(await workers.run(bad("hash"), null, file(20))).toBe(hash);
  await expect(workers.run(bad("hash"), null, file(19))).rejects.toMatchObject({ reason: "failed" });
  expect(await workers.run(bad("hash"), null, file(20))).toBe(hash);
});

test("D14, D19: what hangs is ended at its deadline and delays nobody else's work", async () => {
  const hanging = workers.run(bad("hang", { seconds: 1, megabytes: 128 }), undefined);
  const settled = hanging.then(
    () => "ended",
    (error) => error,
  );
  expect(await Promise.race([workers.run(bad("double"), 4), settled])).toBe(8);
  expect(await settled).toMatchObject({ reason: "time", message: "The work 'hang' took longer than it may" });
});

test("what takes too much memory is ended, on the heap as outside it", async () => {
  const limits = { seconds: 30, megabytes: 64 };
  await expect(workers.run(bad("hoard", limits), undefined)).rejects.toMatchObject({ reason: "memory" });
  await expect(workers.run(bad("hoardBuffers", limits), undefined)).rejects.toMatchObject({
    reason: "memory",
  });
});

test("a crash or a thrown error is the failure of that piece alone", async () => {
  await expect(workers.run(bad("die"), undefined)).rejects.toMatchObject({ reason: "crashed" });
  await expect(workers.run(bad("refuse"), "thanks")).rejects.toMatchObject({
    reason: "failed",
    message: "No thanks",
  });
  expect(await workers.run(bad("double"), 1)).toBe(2);
});

test("D17: work sees no settings and reads nothing but the program", async () => {
  expect(await workers.run(bad("environment"), undefined)).not.toContain("HOME");
  await expect(workers.run(bad("readFile"), "/etc/passwd")).rejects.toMatchObject({ reason: "failed" });
});

test("when the program ends, so does the work", async () => {
  const ending = createWorkers(program);
  const hanging = ending.run(bad("hang"), undefined);
  const waiting = [1, 2, 3].map(() => ending.run(bad("hang"), undefined));
  const all = Promise.allSettled([hanging, ...waiting]);
  await ending.close();
  for (const each of await all) expect(each).toMatchObject({ reason: { reason: "closed" } });
  await expect(ending.run(bad("double"), 1)).rejects.toMatchObject({ reason: "closed" });
});
