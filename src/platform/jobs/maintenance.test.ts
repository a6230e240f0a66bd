import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { JobDefinition } from "./jobs.ts";
import { startJobs } from "./queue.ts";

const server = await testDatabase();
const { services, as, aUser, connection, owner, atEnd } = server;
const { systemSettings } = services;
const admin = as(await aUser({ roles: ["admin"] }));

const setMaintenance = (maintenanceMode: boolean) =>
  systemSettings.save(admin, {
    version: systemSettings.current.version,
    fields: { maintenanceMode },
    secrets: {},
  });

test("decision 23: during maintenance people's jobs wait and system jobs run; afterwards all are done", async () => {
  const done: string[] = [];
  const job = (name: string, more: Partial<JobDefinition> = {}): JobDefinition => ({
    name,
    payload: z.object({}),
    run: async () => void done.push(name),
    ...more,
  });
  const [userJob, systemJob] = [job("theirs"), job("ours", { duringMaintenance: true })];
  await setMaintenance(true);
  const log = createLog("silent");
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [userJob, systemJob]);
  atEnd(() => jobs.stop());
  await admin.run(async ({ db }) => {
    await jobs.enqueue(db, userJob, {});
    await jobs.enqueue(db, systemJob, {});
  });
  await until(() => done.length > 0);
  expect(done).toEqual(["ours"]);
  const { rows } = await owner.query("select state from jobs.job where name = 'theirs'");
  expect(rows).toEqual([{ state: "created" }]);
  await setMaintenance(false);
  await until(() => done.length > 1);
  expect(done).toEqual(["ours", "theirs"]);
});

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await setTimeout(20);
}
