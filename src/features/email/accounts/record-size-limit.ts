import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { mailAccounts } from "../account-tables.ts";

/** Stores the most bytes that the account's server takes in one message, where it has changed. */
export async function recordSizeLimit(
  db: Transaction,
  userId: string,
  accountId: string,
  maxMessageBytes: number | null,
): Promise<void> {
  const changed = await db
    .update(mailAccounts)
    .set({ maxMessageBytes })
    .where(
      and(
        eq(mailAccounts.userId, userId),
        eq(mailAccounts.id, accountId),
        sql`${mailAccounts.maxMessageBytes} is distinct from ${maxMessageBytes}`,
      ),
    )
    .returning({ id: mailAccounts.id });
  if (changed.length > 0)
    await recordAnnouncements(db, [{ resource: "mailAccounts", ids: [accountId], audience: [userId] }]);
}
