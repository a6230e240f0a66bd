import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { requireRecipients } from "#platform/database/backup/encrypt-archive.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { Backup, BackupSchedule } from "./model.ts";
import { deleteBackup, makeBackup, verifyBackup } from "./run-backups.ts";
import { backupSchedules, backups as table } from "./tables.ts";

const OneBackup = z.strictObject({ id: Id });
const MAX_ROWS = 100;

export const backups = resource("backups", {
  list: read({
    summary: "List the backups, newest first, with when each was last verified by a test restore",
    input: z.strictObject({}),
    output: z.object({
      items: z.array(Backup),
      schedule: BackupSchedule,
      /** The bucket that stores files; null: files are on the disk and in every backup. */
      bucket: z.string().nullable(),
      /** The environment has a passphrase: it encrypts backups if no public keys are set. */
      hasPassphrase: z.boolean(),
      /** Secret keys are configured, so backups that are encrypted for public keys can be verified. */
      hasIdentities: z.boolean(),
    }),
    access: "admin",
    agents: "hidden",
    isTraffic: true,
    run: async (context) => ({
      items: await context.db
        .select()
        .from(table)
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(MAX_ROWS),
      schedule: await scheduleOf(context),
      bucket: context.config.bucket?.name ?? null,
      hasPassphrase: context.config.backup.passphrase !== null,
      hasIdentities: context.config.backup.identityFile !== null,
    }),
  }),
  create: write({
    summary: "Create a backup of the database and all files now",
    input: z.strictObject({}),
    output: Backup,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db, enqueue }) => {
      const made = await db
        .insert(table)
        .values({ fileName: newFileName(), origin: "request" })
        .returning()
        .then(returnedRow);
      await enqueue(makeBackup, { id: made.id });
      return made;
    },
  }),
  verify: write({
    summary: "Verify a backup by a test restore into a temporary database",
    input: OneBackup,
    output: Backup,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async (context, { id }) => {
      const found = await findReady(context, id);
      await context.enqueue(verifyBackup, { id }, { key: id });
      return found;
    },
  }),
  setSchedule: write({
    summary: "Set the hour of scheduled backups and how many are kept",
    input: z.strictObject({
      ...BackupSchedule.shape,
      recipients: BackupSchedule.shape.recipients.default([]),
    }),
    output: BackupSchedule,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db }, schedule) => {
      requireKeys(schedule.recipients);
      await db.insert(backupSchedules).values(schedule).onConflictDoUpdate({
        target: backupSchedules.id,
        set: schedule,
      });
      return schedule;
    },
  }),
  delete: destroy({
    summary: "Delete a backup permanently",
    input: OneBackup,
    output: OneBackup,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db, enqueue }, { id }) => {
      const [deleted] = await db.delete(table).where(eq(table.id, id)).returning();
      if (!deleted) throw notFound(t`Backup`);
      await enqueue(deleteBackup, { fileName: deleted.fileName });
      return { id };
    },
  }),
});

function requireKeys(recipients: readonly string[]): void {
  try {
    requireRecipients(recipients);
  } catch (error) {
    throw new AppError("invalid", (error as Error).message, {
      fields: { recipients: t`This is not a public key` },
    });
  }
}

export const newFileName = () =>
  `adjutant-${new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, "-")}-${randomUUID().slice(0, 8)}.tar`;

async function scheduleOf({ db }: SignedIn): Promise<z.output<typeof BackupSchedule>> {
  const [set] = await db.select().from(backupSchedules);
  return set ?? { isEnabled: true, hour: 2, retainedCount: 7, includesBucket: true, recipients: [] };
}

async function findReady({ db }: SignedIn, id: string) {
  const [found] = await db.select().from(table).where(eq(table.id, id));
  if (!found) throw notFound(t`Backup`);
  if (found.state !== "ready") throw new AppError("conflict", t`This backup is not finished`);
  return found;
}
