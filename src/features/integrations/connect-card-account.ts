import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { type CardSignIn, openCardDav } from "./providers/carddav.ts";
import { cardSync } from "./public/provide-imports.ts";
import { remoteCursors } from "./public/tables.ts";
import { cardAccounts } from "./tables.ts";

type Account = typeof cardAccounts.$inferSelect;

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

/** Stores nothing if the sign-in fails; returns the id. */
export async function connectCards(
  context: SignedIn,
  { name, ...given }: CardSignIn & { name: string },
): Promise<string> {
  const { actor, secrets, outbound, now } = context;
  const url = URL.parse(given.serverUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new AppError("invalid", t`Enter an address that begins with https://`, {
      fields: { serverUrl: t`Enter a web address` },
    });
  const signIn = { ...given, serverUrl: url.href };
  await openCardDav(outbound, signIn).books();
  const id = randomUUID();
  await inOwnTransaction(context, "write", async (inner) => {
    if ((await cardAccountsOf(inner)).length >= MAX_ACCOUNTS)
      throw new AppError("conflict", t`You can have at most ${MAX_ACCOUNTS} CardDAV servers`);
    await inner.db.insert(cardAccounts).values({
      ...{ ...signIn, id, name, userId: actor.userId },
      password: secrets.seal(cardPassword({ id, userId: actor.userId }), signIn.password),
      createdAt: now,
      updatedAt: now,
    });
  });
  return id;
}

export async function findCardAccount(context: SignedIn, id: string): Promise<Account> {
  const [account] = await inOwnTransaction(context, "read", (inner) =>
    inner.db
      .select()
      .from(cardAccounts)
      .where(and(own(inner), eq(cardAccounts.id, id))),
  );
  if (!account) throw notFound(t`Account`);
  return account;
}

export async function deleteCardAccount(context: SignedIn, { id }: { id: string }) {
  const { db, now } = context;
  const deleted = await db
    .update(cardAccounts)
    .set({ deletedAt: now, password: "", nextSyncAt: null, newContactsBook: null, newContactsSince: null })
    .where(and(own(context), eq(cardAccounts.id, id)))
    .returning({ id: cardAccounts.id });
  if (deleted.length === 0) throw notFound(t`Account`);
  // Left by versions that only imported.
  await db
    .delete(remoteCursors)
    .where(and(eq(remoteCursors.userId, context.actor.userId), eq(remoteCursors.sourceId, id)));
  await cardSync().disconnect(context, id);
  return { id };
}

/** Contacts that are created from now on are saved in this address book, too; null: in none. */
export async function chooseNewContactsBook(
  context: SignedIn,
  { id, newContactsBook }: { id: string; newContactsBook: string | null },
): Promise<Account> {
  const { db, now } = context;
  const known = (await cardAccountsOf(context)).find((account) => account.id === id);
  if (!known) throw notFound(t`Account`);
  const book = known.books.find(({ url }) => url === newContactsBook);
  if (newContactsBook !== null && (!book || book.isReadOnly))
    throw new AppError("invalid", t`Choose an address book that can be changed`, {
      fields: { newContactsBook: book ? "is read-only" : "is not one of the server's" },
    });
  // One book gets the new contacts.
  await db.update(cardAccounts).set({ newContactsBook: null, newContactsSince: null }).where(own(context));
  const rows = await db
    .update(cardAccounts)
    .set({ newContactsBook, newContactsSince: newContactsBook === null ? null : now, updatedAt: now })
    .where(and(own(context), eq(cardAccounts.id, id)))
    .returning();
  context.announce({ resource: "cardAccounts", ids: [] });
  const [account] = rows;
  if (!account) throw notFound(t`Account`);
  return account;
}
