import { expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { type JobDefinition, PermanentFailure } from "./jobs.ts";
import { openQueue, startJobs } from "./queue.ts";
import { relayEvent } from "./relay-event.ts";

const done: number[] = [];
const Payload = z.strictObject({ number: z.int() });
const Progress = z.strictObject({ number: z.int(), begun: z.boolean().default(false) });
/** Polls only every half minute unless it is notified. */
const slowPolling: JobDefinition<typeof Payload> = {
  name: "test.slow-to-look",
  payload: Payload,
  run: async (_worker, { number }) => void done.push(number),
};
/** Fails for good at its second try; the first one records how far it came. */
const failing: JobDefinition<typeof Progress> = {
  name: "test.failing",
  payload: Progress,
  run: async (_worker, { number, begun }, attempt) => {
    done.push(number);
    if (begun) throw new PermanentFailure("uncertain", "Nobody knows");
    await attempt?.savePayload({ number, begun: true });
    throw new Error("Interrupted");
  },
};

/** Its first run waits until the test lets it go on. */
const collected: number[] = [];
const running = Promise.withResolvers<void>();
const finish = Promise.withResolvers<void>();
const collecting: JobDefinition<typeof Payload> = {
  name: "test.collecting",
  payload: Payload,
  isOnePerKey: true,
  pollingSeconds: 1,
  run: async (_worker, { number }) => {
    collected.push(number);
    running.resolve();
    await finish.promise;
  },
};

const happened = { name: "test.happened", payload: Payload };
const subscriber: JobDefinition<typeof Payload> = {
  name: "test.subscriber",
  payload: Payload,
  subscribesTo: happened,
  run: async (_worker, { number }) => void done.push(number),
};

const { services, owner, connection } = await testDatabase(async ({ services, connection, atEnd }) => {
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [slowPolling, failing, relayEvent, subscriber, collecting]);
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

test("a process that runs no jobs enqueues them, and its events reach the subscribers it does not know", async () => {
  const elsewhere = await openQueue({ owner: connection("owner"), log: createLog("silent") });
  await services.database.transaction(null, "write", async (db) => {
    await elsewhere.enqueue(db, slowPolling, { number: 201 });
    await elsewhere.publish(db, happened, { number: 202 });
  });
  await expect.poll(() => done, { timeout: 40_000 }).toEqual(expect.arrayContaining([201, 202]));
  const undone = services.database.transaction(null, "write", async (db) => {
    await elsewhere.publish(db, happened, { number: 203 });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  const { rows } = await owner.query("select data from jobs.job where data::text like '%203%'");
  expect(rows).toEqual([]);
  await elsewhere.stop();
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

test("a job that fails for good is not tried again; its next try knows how far the one before came", async () => {
  await services.database.transaction(null, "write", (db) =>
    services.jobs.enqueue(db, failing, { number: 7 }),
  );
  const job = async () =>
    (
      await owner.query(
        "select state, retry_count as retries, output ->> 'code' as code, output ->> 'message' as message from jobs.job where name = $1 and data ->> 'number' = '7'",
        [failing.name],
      )
    ).rows[0];
  await expect.poll(async () => (await job())?.state, { timeout: 60_000 }).toBe("retry");
  await owner.query("update jobs.job set start_after = now() - interval '1 second' where name = $1", [
    failing.name,
  ]);
  await services.database.transaction(null, "write", (db) =>
    services.jobs.enqueue(db, failing, { number: 8, begun: true }),
  );
  await expect.poll(async () => (await job())?.state, { timeout: 60_000 }).toBe("failed");
  expect(await job()).toEqual({ state: "failed", retries: 1, code: "uncertain", message: "Nobody knows" });
});

test("a job of which one of each waits is not added without saying which", async () => {
  const added = services.database.transaction(null, "write", (db) =>
    services.jobs.enqueue(db, collecting, { number: 1 }),
  );
  await expect(added).rejects.toThrow("needs a key");
});

test("one job of a key waits, however many are added, and none starts before what was written for it is committed", async () => {
  const add = (number: number) =>
    services.database.transaction(null, "write", (db) =>
      services.jobs.enqueue(
        db,
        collecting,
        { number },
        { key: "ada", startAfter: new Date(Date.now() + 3_600_000) },
      ),
    );
  const waiting = async (lock = "") =>
    (
      await owner.query(`select id from jobs.job where name = $1 and state = 'created' ${lock}`, [
        collecting.name,
      ])
    ).rowCount;
  await Promise.all(Array.from({ length: 20 }, (_, number) => add(number)));
  expect(await waiting()).toBe(1);
  await services.database.transaction(null, "write", async (db) => {
    await services.jobs.enqueue(db, collecting, { number: 20 }, { key: "ada" });
    expect(await waiting("for update skip locked")).toBe(0);
  });
  await owner.query("update jobs.job set start_after = now() - interval '1 second' where name = $1", [
    collecting.name,
  ]);
  await running.promise;
  await Promise.all([add(21), add(22)]);
  expect(await waiting()).toBe(1);
  await owner.query(
    "update jobs.job set start_after = now() - interval '1 second' where name = $1 and state = 'created'",
    [collecting.name],
  );
  finish.resolve();
  await expect.poll(() => collected.length, { timeout: 40_000 }).toBe(2);
  expect([21, 22]).toContain(collected[1]);
});
