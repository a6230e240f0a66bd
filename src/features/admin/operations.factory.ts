import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { sendToChannel } from "./jobs.ts";
import { deleteBackup, makeBackup, verifyBackup } from "./run-backups.ts";

/** An instance whose administrator runs its jobs: backups, notices, and those that a test adds. */
export async function operationsInstance(more: JobDefinition[] = []) {
  const server = await testDatabase(async (given) => {
    const auth = testAuth(given).auth;
    const parts = { ...given.services, auth, owner: given.connection("owner"), log: createLog("silent") };
    const jobs = await startJobs(parts, [makeBackup, verifyBackup, deleteBackup, sendToChannel, ...more]);
    given.atEnd(() => jobs.stop());
    return { auth, jobs };
  });
  const boss = server.as(await server.aUser({ fullName: "Grace Hopper", roles: ["admin"] }));
  return { server, boss };
}

export const longPoll = { timeout: 40_000, interval: 50 };
