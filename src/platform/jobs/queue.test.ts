import { expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { JobDefinition } from "./jobs.ts";
import { startJobs } from "./queue.ts";

const done: number[] = [];
const Payload = z.strictObject({ number: z.int() });
/** Polls only every half minute unless it is notified. */
const slowPolling: JobDefinition<typeof Payload> = {
  name: "test.slow-to-look",
  payload: Payload,
  run: async (_worker, { number }) => void done.push(number),
};

const { services, owner, connection } = await testDatabase(async ({ services, connection, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [slowPolling]);
  atEnd(() => jobs.stop());
  return { jobs };
});

test("many jobs of one transaction, with one notification, run without a pause", async () => {
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  await services.database.transaction(null, "write", async (db) => {
    for (const number of numbers) await services.jobs.enqueue(db, slowPolling, { number });
  });
  await expect.poll(() => done.toSorted((a, b) => a - b), { timeout: 40_000 }).toEqual(numbers);
});

test("jobs queued under an earlier name run under the current one, and its schedule ends", async () => {
  const renamed = { ...slowPolling, name: "test.renamed" };
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const before = await startJobs(parts, [{ ...renamed, name: "test.of-before", cron: "0 0 1 1 *" }]);
  await before.stop();
  await services.database.transaction(null, "write", (db) =>
    services.jobs.enqueue(db, { ...renamed, name: "test.of-before" }, { number: 100 }),
  );
  const after = await startJobs(parts, [{ ...renamed, formerNames: ["test.of-before"] }]);
  await expect.poll(() => done, { timeout: 40_000 }).toContain(100);
  await after.stop();
  const { rows } = await owner.query(
    "select name from jobs.queue where name = $1 union all select name from jobs.schedule where name = $1",
    ["test.of-before"],
  );
  expect(rows).toEqual([]);
});
