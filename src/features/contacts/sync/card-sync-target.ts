import { and, eq, sql } from "drizzle-orm";
import type { AddressBookServer, SyncedAccount } from "#features/integrations/public/importer.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { contactCards, contacts } from "../tables.ts";

/** An account to sync, its owner and its server. */
export type CardSyncTarget = { context: SignedIn; account: SyncedAccount; server: AddressBookServer };

/** `gone`: addresses that are no longer on the server; a card of one of them may be new at another. */
export type PullTarget = CardSyncTarget & { gone: ReadonlySet<string> };

/**
 * A transaction of a sync: one at a time per account, so that two of them store a new card once. The owner connected the
 * address book and so vouches for its addresses; what it writes does not start the next sync.
 */
export const inSyncTransaction = <T>(
  { context, account }: CardSyncTarget,
  act: (own: SignedIn) => Promise<T>,
): Promise<T> =>
  inOwnTransaction(context, "write", (own) =>
    writeAs(own, "import", async (importing) => {
      await own.db.execute(sql`
        select pg_advisory_xact_lock(hashtextextended(${`card_accounts ${account.id}`}, 0)),
               set_config('app.card_sync', 'on', true)`);
      return act(importing);
    }),
  );

export type LinkedCard = {
  id: string;
  contactId: string;
  href: string | null;
  etag: string | null;
  synced: (typeof contactCards.$inferSelect)["synced"];
  state: (typeof contactCards.$inferSelect)["state"];
  /** Cards of merged contacts that were not written into it yet. */
  hasAdded: boolean;
};

/** Without the text and the picture of the card, which may be large. */
export const linkedCard = {
  id: contactCards.id,
  contactId: contactCards.contactId,
  href: contactCards.href,
  etag: contactCards.etag,
  synced: contactCards.synced,
  state: contactCards.state,
  hasAdded: sql<boolean>`${contactCards.added} <> '[]'::jsonb`,
};

export const ownCard = ({ actor }: SignedIn, id: string) =>
  and(eq(contactCards.userId, actor.userId), eq(contactCards.id, id));

export const ownContact = ({ actor }: SignedIn, id: string) =>
  and(eq(contacts.userId, actor.userId), eq(contacts.id, id));

export const cardsOfAccount = ({ actor }: SignedIn, accountId: string) =>
  and(eq(contactCards.userId, actor.userId), eq(contactCards.accountId, accountId));
