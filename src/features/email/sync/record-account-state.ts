import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { WorkError } from "#platform/workers/work.ts";
import type { AccountState } from "../account-model.ts";
import { mailAccounts } from "../account-tables.ts";
import type { AccountServers } from "../accounts/account-servers.ts";
import { readingRemedy } from "../accounts/check-account.ts";

export type AccountLease = { accountId: string; userId: string; holder: string };

/** A transaction as the owner of the account. */
export type Read = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>;

/** Seconds to wait after consecutive failures, before jitter is added. */
const BACKOFF = [1, 5, 15, 60, 150, 300];

/** Sets the state that the owner sees, only while this process holds the lease. */
export async function setAccountState(
  read: Read,
  held: AccountLease,
  state: Extract<AccountState, "syncing" | "ready">,
): Promise<void> {
  await read(async (db) => {
    await db
      .update(mailAccounts)
      .set({
        state,
        reason: null,
        remedy: null,
        // Clears the sync request: later requests need another sync. Failures are reset only after a complete sync.
        ...(state === "syncing" ? { retryAt: null } : { failures: 0, syncedAt: new Date() }),
      })
      .where(isHeld(held));
    await announceAccount(db, held);
  });
}

export const announceProgress = (read: Read, held: AccountLease) => read((db) => announceAccount(db, held));

export async function requireOwnerAction(
  read: Read,
  held: AccountLease,
  reason: string,
  remedy: string,
): Promise<void> {
  await read(async (db) => {
    await db
      .update(mailAccounts)
      .set({ state: "needs_you", reason, remedy, leaseBy: null, leaseUntil: null })
      .where(isHeld(held));
    await announceAccount(db, held);
  });
}

/** Temporary failures wait and are retried; what only the owner can fix is reported and stops the sync. */
export async function recordSyncFailure(
  { log }: Pick<Worker, "log">,
  read: Read,
  held: AccountLease,
  lines: AccountServers | null,
  error: unknown,
): Promise<void> {
  const failure = error instanceof ImapFailure ? error : null;
  if (failure && !failure.isTemporary && lines)
    return requireOwnerAction(
      read,
      held,
      failure.message,
      readingRemedy(failure.step, failure.message, lines),
    );
  if (error instanceof AppError && error.code === "conflict")
    return requireOwnerAction(read, held, error.message, "Enter the password again.");
  // The provider issues no token now: use its own error message.
  const upstreamError = error instanceof AppError && error.code === "upstream" ? error : null;
  const isInternalError = !failure && !upstreamError && !isBroken(error) && !(error instanceof WorkError);
  if (isInternalError) log.error("A mail account could not be synced", { error, userId: held.userId });
  const reason = (failure ?? upstreamError)?.message ?? "The connection to the server broke.";
  await read(async (db) => {
    const [row] = await db.select().from(mailAccounts).where(isHeld(held));
    if (!row) return;
    const failures = row.failures + 1;
    const seconds = (BACKOFF[failures - 1] ?? 300) * (1 + Math.random() / 5);
    await db
      .update(mailAccounts)
      .set({
        // A connection that breaks once is not reported; repeated failures are.
        ...(failures > 1 && { state: "waiting" as const, reason, remedy: null }),
        failures,
        retryAt: sql`now() + ${`${seconds} seconds`}::interval`,
        leaseBy: null,
        leaseUntil: null,
      })
      .where(isHeld(held));
    await announceAccount(db, held);
  });
}

const isHeld = ({ accountId, userId, holder }: AccountLease) =>
  and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, accountId), eq(mailAccounts.leaseBy, holder));

const announceAccount = (db: Transaction, { accountId, userId }: AccountLease) =>
  recordAnnouncements(db, [{ resource: "mailAccounts", ids: [accountId], audience: [userId] }]);

const isBroken = (error: unknown) =>
  ["NoConnection", "EConnectionClosed", "ECONNRESET", "EPIPE", "ETIMEOUT", "StateLogout"].includes(
    String((error as { code?: string }).code),
  );
