import { randomUUID } from "node:crypto";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { type CardSignIn, openCardDav } from "./providers/carddav.ts";
import { cardImporter } from "./public/provide-imports.ts";
import { ProviderError } from "./public/provider.ts";
import { remoteCursors } from "./public/tables.ts";
import { cardAccounts } from "./tables.ts";

type Account = typeof cardAccounts.$inferSelect;

const EVERY_MINUTES = 60;
const CHUNK = 200;
const MAX_ACCOUNTS = 10;

export const cardPassword = ({ id, userId }: { id: string; userId: string }) => ({
  ...{ table: "card_accounts", column: "password", row: id, userId },
});

const own = ({ actor }: SignedIn) =>
  and(eq(cardAccounts.userId, actor.userId), isNull(cardAccounts.deletedAt));

export const cardAccountsOf = (context: SignedIn): Promise<Account[]> =>
  context.db
    .select()
    .from(cardAccounts)
    .where(own(context))
    .orderBy(cardAccounts.createdAt, cardAccounts.id)
    .limit(MAX_ACCOUNTS);

/** Stores nothing if the sign-in fails. */
export async function connectCards(context: SignedIn, { name, ...given }: CardSignIn & { name: string }) {
  const { actor, secrets, outbound, now } = context;
  const url = URL.parse(given.serverUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new AppError("invalid", "Enter an address that begins with https://", {
      fields: { serverUrl: "is not a web address" },
    });
  const signIn = { ...given, serverUrl: url.href };
  await openCardDav(outbound, signIn).books();
  const id = randomUUID();
  await inOwnTransaction(context, "write", async (inner) => {
    if ((await cardAccountsOf(inner)).length >= MAX_ACCOUNTS)
      throw new AppError("conflict", `You can have at most ${MAX_ACCOUNTS} CardDAV servers`);
    await inner.db.insert(cardAccounts).values({
      ...{ ...signIn, id, name, userId: actor.userId },
      password: secrets.seal(cardPassword({ id, userId: actor.userId }), signIn.password),
      createdAt: now,
      updatedAt: now,
    });
  });
  await syncCardsNow(context, { id });
  return find(context, id);
}

async function find(context: SignedIn, id: string): Promise<Account> {
  const [account] = await inOwnTransaction(context, "read", (inner) =>
    inner.db
      .select()
      .from(cardAccounts)
      .where(and(own(inner), eq(cardAccounts.id, id))),
  );
  if (!account) throw notFound("Account");
  return account;
}

export async function deleteCardAccount(context: SignedIn, { id }: { id: string }) {
  const { db, now } = context;
  const deleted = await db
    .update(cardAccounts)
    .set({ deletedAt: now, password: "", nextSyncAt: null })
    .where(and(own(context), eq(cardAccounts.id, id)))
    .returning({ id: cardAccounts.id });
  if (deleted.length === 0) throw notFound("Account");
  await db
    .delete(remoteCursors)
    .where(and(eq(remoteCursors.userId, context.actor.userId), eq(remoteCursors.sourceId, id)));
  return { id };
}

/** Imports cards with a changed ETag; local edits are not overwritten. */
export async function syncCardsNow(context: SignedIn, { id }: { id: string }) {
  const account = await find(context, id);
  try {
    const { serverUrl, username } = account;
    const password = context.secrets.open(cardPassword(account), account.password);
    const count = await pull(
      context,
      account,
      openCardDav(context.outbound, { serverUrl, username, password }),
    );
    await recordSyncResult(context, account, null);
    return { count, error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await recordSyncResult(context, account, error);
    return { count: 0, error: error.message };
  }
}

async function pull(
  context: SignedIn,
  { id: sourceId, userId }: Account,
  server: ReturnType<typeof openCardDav>,
): Promise<number> {
  const known = await inOwnTransaction(context, "read", async ({ db }) => {
    const rows = await db
      .select()
      .from(remoteCursors)
      .where(and(eq(remoteCursors.userId, context.actor.userId), eq(remoteCursors.sourceId, sourceId)));
    return new Map(rows.map(({ resource, cursor }) => [resource, cursor]));
  });
  let count = 0;
  for (const { url } of await server.books()) {
    const etags = await server.etags(url);
    const changed = [...etags].flatMap(([href, etag]) => (known.get(href) === etag ? [] : [href]));
    for (let from = 0; from < changed.length; from += CHUNK) {
      const found = await server.cards(url, changed.slice(from, from + CHUNK));
      const store = await cardImporter()(context, found.map(({ text }) => text).join("\r\n"));
      count += await inOwnTransaction(context, "write", async (inner) => {
        const stored = await store(inner);
        if (found.length > 0)
          await inner.db
            .insert(remoteCursors)
            .values(found.map(({ href, etag }) => ({ userId, sourceId, resource: href, cursor: etag })))
            .onConflictDoUpdate({
              target: [remoteCursors.sourceId, remoteCursors.resource],
              set: { cursor: sql`excluded.cursor`, updatedAt: new Date() },
            });
        return stored;
      });
    }
  }
  return count;
}

async function recordSyncResult(context: SignedIn, account: Account, error: AppError | null): Promise<void> {
  const isRefused = error instanceof ProviderError && error.fault === "refused";
  const failures = error ? account.failures + 1 : 0;
  const minutes = EVERY_MINUTES * Math.min(2 ** failures, 24);
  await inOwnTransaction(context, "write", async ({ db }) => {
    await db
      .update(cardAccounts)
      .set({
        state: error ? (isRefused ? "auth_failed" : "unreachable") : "ok",
        lastError: error?.message ?? null,
        failures,
        ...(!error && { lastSyncedAt: new Date() }),
        nextSyncAt: isRefused ? null : new Date(Date.now() + minutes * 60_000),
      })
      .where(and(eq(cardAccounts.userId, context.actor.userId), eq(cardAccounts.id, account.id)));
  });
  context.announce({ resource: "cardAccounts", ids: [] });
}

const Nothing = z.strictObject({});

/** Every ten minutes: syncs address books that are due. Accounts with a refused password wait for their owner. */
export const syncDueCards: JobDefinition<typeof Nothing> = {
  name: "integrations.sync-cards",
  payload: Nothing,
  cron: "*/10 * * * *",
  run: async (worker) => {
    const { rows } = await worker.database.transaction(null, "read", (db) =>
      db.execute<{ userId: string }>(
        sql`select user_id as "userId" from people_with_connections() as user_id`,
      ),
    );
    for (const { userId } of rows)
      await runAsUserWithoutTransaction(worker, userId, async (context) => {
        const due = await inOwnTransaction(context, "read", (inner) =>
          inner.db
            .select({ id: cardAccounts.id })
            .from(cardAccounts)
            .where(and(own(inner), lte(cardAccounts.nextSyncAt, sql`now()`))),
        );
        for (const { id } of due) await syncCardsNow(context, { id });
      });
  },
};
