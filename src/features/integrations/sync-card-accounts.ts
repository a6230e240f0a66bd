import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { cardPassword, findCardAccount } from "./connect-card-account.ts";
import { openCardDav } from "./providers/carddav.ts";
import { cardSync } from "./public/provide-imports.ts";
import { ProviderError } from "./public/provider.ts";
import { cardAccounts } from "./tables.ts";

type Account = typeof cardAccounts.$inferSelect;

const EVERY_MINUTES = 10;
const MAX_PAUSE_MINUTES = 24 * 60;
/** A sync that did not end by then counts as interrupted. */
const LEASE = "30 minutes";

/** Both ways. What was changed here and there in the same field waits for its person as a conflict. */
export async function syncCardsNow(context: SignedIn, { id }: { id: string }) {
  const account = await findCardAccount(context, id);
  try {
    const { serverUrl, username } = account;
    const password = context.secrets.open(cardPassword(account), account.password);
    const server = openCardDav(context.outbound, { serverUrl, username, password });
    await claim(context, account);
    const { count, books } = await cardSync().sync(context, account, server);
    await recordSyncResult(context, account, { error: null, books });
    return { count, error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await recordSyncResult(context, account, { error, books: account.books });
    return { count: 0, error: error.message };
  }
}

/** The next one starts after this one; a contact that changes meanwhile makes the account due again. */
const claim = (context: SignedIn, { id }: Account) =>
  inOwnTransaction(context, "write", ({ db, actor }) =>
    db
      .update(cardAccounts)
      .set({ nextSyncAt: sql`now() + ${LEASE}::interval` })
      .where(and(eq(cardAccounts.userId, actor.userId), eq(cardAccounts.id, id))),
  );

type SyncResult = { error: AppError | null; books: Account["books"] };

async function recordSyncResult(
  context: SignedIn,
  account: Account,
  { error, books }: SyncResult,
): Promise<void> {
  const isRefused = error instanceof ProviderError && error.fault === "refused";
  const failures = error ? account.failures + 1 : 0;
  const minutes = Math.min(EVERY_MINUTES * 2 ** failures, MAX_PAUSE_MINUTES);
  const next = sql`now() + ${`${minutes} minutes`}::interval`;
  await inOwnTransaction(context, "write", async ({ db, actor }) => {
    await db
      .update(cardAccounts)
      .set({
        state: error ? (isRefused ? "auth_failed" : "unreachable") : "ok",
        lastError: error?.message ?? null,
        ...{ failures, books },
        ...(!error && { lastSyncedAt: new Date() }),
        // Due already: a contact was changed during the sync.
        nextSyncAt: isRefused
          ? null
          : error
            ? next
            : sql`case when ${cardAccounts.nextSyncAt} <= now() then ${cardAccounts.nextSyncAt} else ${next} end`,
      })
      .where(
        and(
          eq(cardAccounts.userId, actor.userId),
          eq(cardAccounts.id, account.id),
          isNull(cardAccounts.deletedAt),
        ),
      );
  });
  context.announce({ resource: "cardAccounts", ids: [] });
}

const Nothing = z.strictObject({});
const One = z.strictObject({ userId: z.uuid(), id: z.uuid() });

/** Every minute: one job per account that is due, so that a slow server blocks no other. */
export const syncDueCards: JobDefinition<typeof Nothing> = {
  name: "integrations.sync-cards",
  payload: Nothing,
  cron: "* * * * *",
  run: ({ database, jobs }) =>
    database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ user_id: string; id: string }>(
        sql`select user_id, id from due_card_accounts()`,
      );
      for (const { user_id: userId, id } of rows)
        await jobs.enqueue(db, syncCardAccount, { userId, id }, { key: id });
    }),
};

/** A failed sync is recorded with the account; the next one is scheduled there. */
export const syncCardAccount: JobDefinition<typeof One> = {
  name: "integrations.sync-card-account",
  payload: One,
  pollingSeconds: 2,
  run: (worker, { userId, id }) =>
    runAsUserWithoutTransaction(worker, userId, async (context) => {
      // Disconnected since it was enqueued, or synced by another process.
      if (await isDue(context, id)) await syncCardsNow(context, { id });
    }),
};

const isDue = (context: SignedIn, id: string): Promise<boolean> =>
  inOwnTransaction(context, "read", async ({ db, actor }) => {
    const rows = await db
      .select({ id: cardAccounts.id })
      .from(cardAccounts)
      .where(
        and(
          eq(cardAccounts.userId, actor.userId),
          eq(cardAccounts.id, id),
          isNull(cardAccounts.deletedAt),
          sql`${cardAccounts.nextSyncAt} <= now()`,
        ),
      );
    return rows.length > 0;
  });
