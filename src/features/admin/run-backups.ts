import { randomUUID } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { sendToChannels } from "./jobs.ts";
import { backupSchedules, backups } from "./tables.ts";

const One = z.object({ id: z.uuid() });
const Nothing = z.object({});

/** Also during maintenance, which is when a backup is wanted most. */
export const makeBackup: JobDefinition<typeof One> = {
  name: "admin.make-backup",
  payload: One,
  duringMaintenance: true,
  run: async (worker, { id }) => {
    const started = await change(worker, id, { state: "running" });
    if (!started) return;
    try {
      const { includesBucket, recipients } = await settingsOf(worker);
      const excludedBucket = includesBucket ? null : (worker.config.bucket?.name ?? null);
      const made = await worker.backups.make(started.fileName, { includesBucket, recipients });
      await change(worker, id, {
        ...made,
        excludedBucket,
        state: "ready",
        reason: null,
        finishedAt: new Date(),
      });
    } catch (error) {
      const reason = (error as Error).message;
      await change(worker, id, { state: "failed", reason, finishedAt: new Date() });
      // The queue retries by itself; administrators are notified of the first failure only.
      if (started.reason === null)
        await notifyAdministrators(worker, `A backup could not be made. ${reason}`);
      throw error;
    }
    await deleteOldBackups(worker);
  },
};

export const verifyBackup: JobDefinition<typeof One> = {
  name: "admin.prove-backup",
  payload: One,
  duringMaintenance: true,
  run: async (worker, { id }) => {
    const [found] = await worker.database.transaction(null, "read", (db) =>
      db.select().from(backups).where(eq(backups.id, id)),
    );
    if (!found) return;
    const verification = await worker.backups.verify(found.fileName);
    await change(worker, id, { verification, verifiedAt: new Date() });
    if (!verification.isValid)
      await notifyAdministrators(
        worker,
        `The backup '${found.fileName}' cannot be restored. ${verification.problem}`,
      );
  },
};

const Dropped = z.object({ fileName: z.string() });
export const deleteBackup: JobDefinition<typeof Dropped> = {
  name: "admin.drop-backup",
  payload: Dropped,
  run: (worker, { fileName }) => worker.backups.remove(fileName),
};

/** Every hour at minute 5: makes a backup if this is the scheduled hour. */
export const scheduleBackup: JobDefinition<typeof Nothing> = {
  name: "admin.schedule-backup",
  payload: Nothing,
  cron: "5 * * * *",
  duringMaintenance: true,
  run: (worker) => backUpIfDue(worker, new Date()),
};

export const backUpIfDue = ({ database, jobs }: Worker, now: Date): Promise<void> =>
  database.transaction(null, "write", async (db) => {
    const [set = { isEnabled: true, hour: 2 }] = await db.select().from(backupSchedules);
    if (!set.isEnabled || set.hour !== now.getUTCHours()) return;
    const fileName = `adjutant-${now.toISOString().slice(0, 10)}-${randomUUID().slice(0, 8)}.tar`;
    const [made] = await db.insert(backups).values({ fileName, origin: "schedule" }).returning();
    if (made) await jobs.enqueue(db, makeBackup, { id: made.id });
  });

/** Deletes old scheduled backups only; manual ones stay until somebody deletes them. */
async function deleteOldBackups(worker: Worker): Promise<void> {
  const deleted = await worker.database.transaction(null, "write", async (db) => {
    const [set = { retainedCount: 7 }] = await db.select().from(backupSchedules);
    // rule: offset-paging - the newest ones stay: what follows them, never many, is deleted at once
    const surplus = await db
      .select({ id: backups.id })
      .from(backups)
      .where(and(eq(backups.origin, "schedule"), eq(backups.state, "ready")))
      .orderBy(desc(backups.createdAt), desc(backups.id))
      .offset(set.retainedCount);
    if (surplus.length === 0) return [];
    const ids = surplus.map(({ id }) => id);
    return db
      .delete(backups)
      .where(sql`id = any(${sql.param(ids)}::uuid[])`)
      .returning();
  });
  for (const { fileName } of deleted) await worker.backups.remove(fileName);
}

/** Where administrators have set a channel. */
const notifyAdministrators = ({ database, systemSettings, jobs }: Worker, words: string) =>
  database.transaction(null, "write", (db) =>
    sendToChannels(
      { systemSettings, enqueue: (job, payload) => jobs.enqueue(db, job, payload) },
      ({ appName }) => `${appName}: ${words}`,
    ),
  );

const settingsOf = ({ database }: Worker) =>
  database.transaction(null, "read", async (db) => {
    const [set = { includesBucket: true, recipients: [] }] = await db.select().from(backupSchedules);
    return set;
  });

const change = ({ database }: Worker, id: string, values: Partial<typeof backups.$inferInsert>) =>
  database.transaction(null, "write", async (db) => {
    const [row] = await db.update(backups).set(values).where(eq(backups.id, id)).returning();
    return row;
  });
