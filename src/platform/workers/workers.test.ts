import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import type { FaultyWork } from "#platform/testing/worker-program.ts";
import { work } from "./work.ts";
import { createWorkers } from "./workers.ts";

const folder = join(import.meta.dirname, "../../..");
const program = { file: join(folder, "src/platform/testing/worker-program.ts"), folder };
const workers = createWorkers(program);
afterAll(() => workers.close());

const [ADA, BOB] = ["ada", "bob"];
const LIMITS = { seconds: 30, megabytes: 128 };
const faulty = <N extends keyof FaultyWork>(name: N, limits = LIMITS) => work<FaultyWork[N]>(name, limits);

test("work runs in a separate process, two of a kind at once", async () => {
  expect(await workers.run(faulty("double"), ADA, 21)).toBe(42);
  expect(await workers.run(faulty("bytes"), ADA, new Uint8Array([1, 2, 3]))).toEqual(
    new Uint8Array([3, 2, 1]),
  );
  expect(await workers.run(faulty("pid"), ADA, undefined)).not.toBe(process.pid);
  const spans = await Promise.all(
    Array.from({ length: 8 }, () => workers.run(faulty("span"), ADA, undefined)),
  );
  for (const { start } of spans)
    expect(spans.filter((other) => other.start <= start && start < other.end).length).toBeLessThanOrEqual(2);
});

test("a process runs one piece of work and ends", async () => {
  const pids = [];
  for (let run = 0; run < 4; run += 1) pids.push(await workers.run(faulty("pid"), ADA, undefined));
  expect(new Set(pids).size).toBe(4);
});

test("bulk work shares a process only within one person: nobody sees another person's remains", async () => {
  const limits = { ...LIMITS, piecesOfOnePerson: 3 };
  const plant = (userId: string) => workers.run(faulty("plant", limits), userId, `left by ${userId}`);
  const served = new Map<number, Set<string>>();
  const people = [ADA, ADA, BOB, ADA, BOB, BOB, ADA, ADA, ADA, ADA, BOB];
  let shared = 0;
  for (const person of people) {
    const { pid, found } = await plant(person);
    expect([undefined, `left by ${person}`]).toContain(found);
    if (found) shared += 1;
    served.set(pid, (served.get(pid) ?? new Set()).add(person));
  }
  const userIds = Array.from({ length: 24 }, (_, number) => `person ${number % 5}`);
  for (const { person, found, pid } of await Promise.all(
    userIds.map(async (person) => ({ person, ...(await plant(person)) })),
  )) {
    expect([undefined, `left by ${person}`]).toContain(found);
    served.set(pid, (served.get(pid) ?? new Set()).add(person));
  }
  for (const people of served.values()) expect(people.size).toBe(1);
  expect(shared).toBeGreaterThan(0);
  expect(served.size).toBeGreaterThanOrEqual(4 + Math.ceil(24 / 3));
});

test("a file is sent with the input, whatever its size, and a truncated one fails alone", async () => {
  const chunk = Buffer.alloc(1_000_000, "x");
  async function* chunks(count: number) {
    for (let sent = 0; sent < count; sent += 1) yield chunk;
  }
  const expected = createHash("sha256");
  for (let sent = 0; sent < 20; sent += 1) expected.update(chunk);
  const file = (count: number) => ({ size: 20_000_000, open: async () => chunks(count) });
  const hash = expected.digest("hex");
  expect(await workers.run(faulty("hash"), ADA, null, { bytes: file(20) })).toBe(hash);
  await expect(workers.run(faulty("hash"), ADA, null, { bytes: file(19) })).rejects.toMatchObject({
    reason: "failed",
  });
  expect(await workers.run(faulty("hash"), ADA, null, { bytes: file(20) })).toBe(hash);
});

test("D14, D19: hanging work is ended at its deadline and delays nobody else's work", async () => {
  const hanging = workers.run(faulty("hang", { seconds: 1, megabytes: 128 }), ADA, undefined);
  const outcome = hanging.then(
    () => "ended",
    (error) => error,
  );
  expect(await Promise.race([workers.run(faulty("double"), ADA, 4), outcome])).toBe(8);
  expect(await outcome).toMatchObject({ reason: "time", message: "The work 'hang' took longer than it may" });
});

test("work that uses too much memory is ended, on the heap and outside it", async () => {
  const limits = { seconds: 30, megabytes: 64 };
  await expect(workers.run(faulty("hoard", limits), ADA, undefined)).rejects.toMatchObject({
    reason: "memory",
  });
  await expect(workers.run(faulty("hoardBuffers", limits), ADA, undefined)).rejects.toMatchObject({
    reason: "memory",
  });
});

test("a crash or a thrown error fails only that piece of work", async () => {
  await expect(workers.run(faulty("die"), ADA, undefined)).rejects.toMatchObject({ reason: "crashed" });
  await expect(workers.run(faulty("refuse"), ADA, "thanks")).rejects.toMatchObject({
    reason: "failed",
    message: "No thanks",
  });
  expect(await workers.run(faulty("double"), ADA, 1)).toBe(2);
});

test("without a descriptor left, work is refused for now and the program goes on", async () => {
  const file = join(folder, "src/platform/testing/without-descriptors.ts");
  const command = ["-c", 'ulimit -n 100; exec "$0" "$@"', process.execPath, file];
  const { stdout } = spawn("/bin/sh", command, { stdio: ["ignore", "pipe", "inherit"] });
  expect(JSON.parse(await text(stdout))).toEqual({
    without: ["busy", "busy", "busy", "busy"],
    afterwards: 42,
  });
});

test("D17: a worker process has no environment and can read only the program files", async () => {
  expect(await workers.run(faulty("environment"), ADA, undefined)).not.toContain("HOME");
  await expect(workers.run(faulty("readFile"), ADA, "/etc/passwd")).rejects.toMatchObject({
    reason: "failed",
  });
});

test("work whose caller has gone is ended, also while it waits, and leaves its place to others", async () => {
  const callers = Array.from({ length: 3 }, () => new AbortController());
  const hanging = callers.map(({ signal }) =>
    workers.run(faulty("hang"), ADA, undefined, { signal }).catch(({ reason }) => reason),
  );
  for (const caller of callers.toReversed()) caller.abort();
  expect(await Promise.all(hanging)).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await workers.run(faulty("double"), ADA, 21)).toBe(42);
  const { signal } = new AbortController();
  expect(await workers.run(faulty("double"), ADA, 21, { signal })).toBe(42);
  await expect(workers.run(faulty("double"), ADA, 21, { signal: AbortSignal.abort() })).rejects.toMatchObject(
    { reason: "cancelled" },
  );
});

test("closing the pool ends the work", async () => {
  const pool = createWorkers(program);
  const hanging = pool.run(faulty("hang"), ADA, undefined);
  const waiting = [1, 2, 3].map(() => pool.run(faulty("hang"), ADA, undefined));
  const all = Promise.allSettled([hanging, ...waiting]);
  await pool.close();
  for (const each of await all) expect(each).toMatchObject({ reason: { reason: "closed" } });
  await expect(pool.run(faulty("double"), ADA, 1)).rejects.toMatchObject({ reason: "closed" });
});
