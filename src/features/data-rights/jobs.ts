import { sql } from "drizzle-orm";
import { z } from "zod";
import { integrations } from "#features/integrations/integrations.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { databaseError } from "#platform/database/sql-errors.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";

const Nothing = z.strictObject({});

/** Every hour: deletes accounts that are due, and disconnects their external accounts. */
export const eraseAccounts: JobDefinition<typeof Nothing> = {
  name: "data-rights.erase-accounts",
  payload: Nothing,
  cron: "41 * * * *",
  run: async (worker) => {
    const { rows } = await worker.database.transaction(null, "read", (db) =>
      db.execute<{ person: string }>(sql`select person from due_account_deletions() as person`),
    );
    const errors: unknown[] = [];
    for (const { person } of rows) await eraseAccount(worker, person).catch((error) => errors.push(error));
    // The queue retries in a minute; accounts that could be deleted stay deleted.
    if (errors.length > 0) throw new AggregateError(errors, "Not every account that is due was erased");
  },
};

/** Attempts per account, for conflicts with concurrent transactions on the same rows. */
const MAX_ATTEMPTS = 3;

async function eraseAccount(worker: Worker, person: string): Promise<void> {
  await disconnectAll(worker, person);
  for (let attempt = 1; ; attempt++)
    try {
      return await eraseRows(worker, person);
    } catch (error) {
      if (isDeletionBlocked(error)) {
        worker.log.warn(
          "An account was not deleted: it is the only administrator of a workspace or the instance",
        );
        return;
      }
      if (!(error instanceof AppError) || error.code !== "conflict" || attempt === MAX_ATTEMPTS) throw error;
    }
}

/** The person has become the last administrator of something since: deletion waits until somebody else is one. */
function isDeletionBlocked(error: unknown): boolean {
  const refusal = error instanceof AppError ? databaseError(error.cause) : null;
  return refusal?.code === "23514" && refusal.message === "Somebody else has to administer first";
}

const eraseRows = (worker: Worker, person: string) =>
  worker.database.transaction(null, "write", async (db) => {
    await db.execute(sql`set local statement_timeout = '10min'`);
    const { rows } = await db.execute<{ key: string }>(sql`select key from erase_account(${person}) as key`);
    const keys = rows.map(({ key }) => key);
    if (keys.length > 0) await worker.jobs.enqueue(db, removeFiles, { keys });
  });

/** Revokes tokens at their providers; if a provider cannot be reached, the connection is deleted anyway. */
const disconnectAll = (worker: Worker, person: string) =>
  runAsUserWithoutTransaction(worker, person, async (context) => {
    const { items } = await inOwnTransaction(context, "read", (own) => integrations.list(own, {}));
    for (const { provider, status } of items) {
      if (status !== "connected") continue;
      await integrations.disconnect(context, { provider }).catch((error: unknown) => {
        worker.log.warn("A connection of a deleted account was not revoked", { error });
      });
    }
  });

/** Every night: deletes expired archives. */
export const expireExports: JobDefinition<typeof Nothing> = {
  name: "data-rights.expire-exports",
  payload: Nothing,
  cron: "33 3 * * *",
  run: ({ database, jobs }) =>
    database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ key: string }>(sql`select key from expire_data_exports() as key`);
      const keys = rows.map(({ key }) => key);
      if (keys.length > 0) await jobs.enqueue(db, removeFiles, { keys });
    }),
};
