import { and, eq, isNotNull, sql } from "drizzle-orm";
import { addressCountsOf } from "#platform/auth/accounts/own-address.ts";
import type { Transaction } from "#platform/database/database.ts";
import { mailAccounts } from "../account-tables.ts";
import type { mailDeliveries } from "../delivery-tables.ts";
import type { emails } from "../tables.ts";

/**
 * `isHeld`: the mail would be sent from a sign-in address that does not count. `isKnown`: the From address is verified
 * as the user's, as a sign-in address that counts or by a connected provider; an account at any other server can claim
 * any address.
 */
export async function checkOwnSender(
  db: Transaction,
  { accountId }: Pick<typeof mailDeliveries.$inferSelect, "accountId">,
  { userId, sender }: Pick<typeof emails.$inferSelect, "userId" | "sender">,
): Promise<{ isHeld: boolean; isKnown: boolean }> {
  const counts = await addressCountsOf(db, userId);
  if (accountId === null) return { isHeld: !counts, isKnown: counts };
  const { rows } = await db.execute<{ email: string }>(sql`select email from users where id = ${userId}`);
  const isSignIn = rows[0]?.email.toLowerCase() === sender?.toLowerCase();
  const byProvider = and(
    eq(mailAccounts.userId, userId),
    eq(mailAccounts.id, accountId),
    isNotNull(mailAccounts.integrationId),
  );
  const isKnown = (isSignIn && counts) || (await db.$count(mailAccounts, byProvider)) > 0;
  return { isHeld: false, isKnown };
}
