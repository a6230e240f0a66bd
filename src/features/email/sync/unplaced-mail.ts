import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import type { MailboxRole } from "../account-model.ts";
import { mailPendingOperations } from "../account-tables.ts";
import { emails, mailboxMessages } from "../tables.ts";
import { hasNoPendingChange, lockEmailRows, suppressOutboundSync } from "./pending-local-changes.ts";

// Mail that left a folder may have been moved: it is deleted here only once every folder was read without finding it.

type Left = { userId: string; role: MailboxRole };

/** Marks those of these emails, which left a folder, that are in no other. A draft that was sent leaves by itself. */
export async function markUnplaced(db: Transaction, left: Left, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(emails)
    .set({ isUnplaced: true })
    .where(
      and(
        eq(emails.userId, left.userId),
        inArray(emails.id, [...ids]),
        left.role === "drafts" ? eq(emails.status, "draft") : undefined,
        isInNoMailbox(db),
      ),
    );
}

const isInNoMailbox = (db: Transaction) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(mailboxMessages)
      .where(and(eq(mailboxMessages.userId, emails.userId), eq(mailboxMessages.emailId, emails.id))),
  );

/** Before a folder is removed, or read again from its beginning. */
export async function removeAllMessages(db: Transaction, box: Left & { id: string }): Promise<string[]> {
  await suppressOutboundSync(db);
  const removed = await db
    .delete(mailboxMessages)
    .where(and(eq(mailboxMessages.userId, box.userId), eq(mailboxMessages.mailboxId, box.id)))
    .returning({ emailId: mailboxMessages.emailId });
  const ids = removed.map(({ emailId }) => emailId);
  for (let at = 0; at < ids.length; at += 1000) await markUnplaced(db, box, ids.slice(at, at + 1000));
  return ids;
}

export async function listUnplaced(db: Transaction, userId: string, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.accountId, accountId), emails.isUnplaced));
  return rows.map(({ id }) => id);
}

/**
 * Every folder was read since these were missing: they are in the trash here, for 30 days. What was to be done to them on
 * the server can't be done any more, except that a draft edited here is stored there again.
 */
export async function trashUnplaced(
  db: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  await suppressOutboundSync(db);
  await lockEmailRows(db, userId, ids);
  const missing = await db
    .update(emails)
    .set({ isUnplaced: false })
    .where(and(eq(emails.userId, userId), inArray(emails.id, [...ids]), emails.isUnplaced))
    .returning({ id: emails.id });
  const missingIds = missing.map(({ id }) => id);
  if (missingIds.length === 0) return [];
  await db
    .update(mailPendingOperations)
    .set({ state: "done" })
    .where(
      and(
        eq(mailPendingOperations.userId, userId),
        inArray(mailPendingOperations.emailId, missingIds),
        inArray(mailPendingOperations.kind, ["flag", "move"]),
        eq(mailPendingOperations.state, "queued"),
      ),
    );
  const trashed = await db
    .update(emails)
    .set({
      deletedAt: sql`coalesce(${emails.deletedAt}, now())`,
      version: sql`${emails.version} + 1`,
    })
    .where(and(eq(emails.userId, userId), inArray(emails.id, missingIds), hasNoPendingChange(db)))
    .returning({ id: emails.id });
  return trashed.map(({ id }) => id);
}
