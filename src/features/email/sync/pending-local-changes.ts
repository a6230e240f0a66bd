import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { emails, mailboxes, mailboxMessages, mailPendingOperations } from "../tables.ts";

/** What is written by these statements came from the server: it is not to be done there again (functions/sync.sql). */
export const suppressOutboundSync = (db: Transaction) =>
  db.execute(sql`select set_config('app.mail_sync', 'on', true)`);

/**
 * First whoever is just deciding about these: a statement that has waited for a row sees the row as it is now, but not what was
 * queued with it.
 */
export const lockEmailRows = (db: Transaction, userId: string, ids: readonly string[]) =>
  db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.userId, userId), inArray(emails.id, [...ids])))
    .orderBy(emails.id)
    .for("update");

/** No folder has it, but perhaps the trash. */
export const isInNoOtherMailbox = (db: Transaction) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(mailboxMessages)
      .innerJoin(mailboxes, and(eq(mailboxes.id, mailboxMessages.mailboxId), ne(mailboxes.role, "trash")))
      .where(and(eq(mailboxMessages.userId, emails.userId), eq(mailboxMessages.emailId, emails.id))),
  );

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
