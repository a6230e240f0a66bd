import { and, eq, isNull, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { requestSync } from "../sync/request-sync.ts";

/** Import state of a connection's mail. */
export type ConnectedMailbox = {
  /** Messages imported since it was connected. */
  imported: number;
  /** Messages on the server that are not imported yet. */
  missing: number;
  /** A sync finished since it was requested, or none can run now. */
  isFinished: boolean;
  /** Why the account waits or needs its owner. */
  reason: string | null;
};

const ofConnection = ({ actor }: Pick<SignedIn, "actor">, integrationId: string) =>
  and(
    eq(mailAccounts.userId, actor.userId),
    eq(mailAccounts.integrationId, integrationId),
    isNull(mailAccounts.deletedAt),
  );

/** Sync of the Integration Hub. An account removed here stays removed until it is connected again. */
export async function syncConnectedMailbox(
  context: Pick<SignedIn, "db" | "actor" | "now">,
  integrationId: string,
): Promise<void> {
  const accounts = await context.db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(ofConnection(context, integrationId));
  for (const { id } of accounts) await requestSync(context, id);
}

/** Null where the connection has no mail account. */
export async function readConnectedMailbox(
  { db, actor }: Pick<SignedIn, "db" | "actor">,
  integrationId: string,
  since: Date,
): Promise<ConnectedMailbox | null> {
  const [found] = await db
    .select({
      state: mailAccounts.state,
      reason: mailAccounts.reason,
      syncedAt: mailAccounts.syncedAt,
      retryAt: mailAccounts.retryAt,
      imported: sql<number>`coalesce(sum(${mailboxes.importedCount}), 0)::int`,
      missing: sql<number>`coalesce(sum(greatest(${mailboxes.messageCount} - ${mailboxes.syncedCount}, 0)) filter (where ${mailboxes.isSynced}), 0)::int`,
    })
    .from(mailAccounts)
    .leftJoin(mailboxes, eq(mailboxes.accountId, mailAccounts.id))
    .where(ofConnection({ actor }, integrationId))
    .groupBy(mailAccounts.id)
    .limit(1);
  if (!found) return null;
  const { state, reason, syncedAt, retryAt, imported, missing } = found;
  const hasSyncedSince = state === "ready" && syncedAt !== null && syncedAt >= since;
  // An account that was waiting before has just been asked to retry.
  const isWaiting = state === "waiting" && retryAt !== null && retryAt > since;
  const isBlocked = isWaiting || state === "needs_you" || state === "leaving";
  return { imported, missing, isFinished: hasSyncedSince || isBlocked, reason: isBlocked ? reason : null };
}
