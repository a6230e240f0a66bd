import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { mailPendingOperations } from "../account-tables.ts";
import { emails } from "../tables.ts";

/** Changes in this transaction came from the server and must not be queued for it (functions/sync.sql). */
export const suppressOutboundSync = (db: Transaction) =>
  db.execute(sql`select set_config('app.mail_sync', 'on', true)`);

/**
 * Waits for concurrent local changes to these emails: a statement that waited for a row lock sees the new row, but not
 * the operations queued with it.
 */
export const lockEmailRows = (db: Transaction, userId: string, ids: readonly string[]) =>
  db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.userId, userId), inArray(emails.id, [...ids])))
    .orderBy(emails.id)
    .for("update");

export const hasNoPendingChange = (db: Transaction) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(mailPendingOperations)
      .where(
        and(
          eq(mailPendingOperations.userId, emails.userId),
          eq(mailPendingOperations.emailId, emails.id),
          eq(mailPendingOperations.state, "queued"),
        ),
      ),
  );
