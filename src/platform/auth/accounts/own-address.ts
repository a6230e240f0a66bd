import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";

/** Whether the address of this account counts: proven, or vouched for by somebody who may. */
export async function addressCountsOf(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ counts: boolean }>(sql`select address_counts_of(${userId}) as counts`);
  return rows[0]?.counts ?? false;
}

/**
 * Throws forbidden if the actor's address does not count: somebody who signs up with another person's address would
 * invite in that person's name.
 */
export async function requireOwnAddress({ db, actor, systemSettings }: SignedIn): Promise<void> {
  if (await addressCountsOf(db, actor.userId)) return;
  const message = systemTransport(systemSettings)
    ? t`Please confirm your email address first`
    : t`Please ask an administrator to vouch for your email address first`;
  throw new AppError("forbidden", message);
}
