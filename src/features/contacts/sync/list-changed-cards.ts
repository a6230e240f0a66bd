import { and, isNotNull } from "drizzle-orm";
import type { ListedAddressBook } from "#features/integrations/model.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { contactCards } from "../tables.ts";
import { type CardSyncTarget, cardsOfAccount } from "./card-sync-target.ts";

/** `isComplete`: compared with all that the server has, and not with what was synced last. */
export type ChangedCards = {
  changed: string[];
  removed: string[];
  syncToken: string | null;
  isComplete: boolean;
};

/** The address and the ETag of each card that is on the server, as last synced. */
export async function listKnownCards({ context, account }: CardSyncTarget): Promise<Map<string, string>> {
  const rows = await inOwnTransaction(context, "read", (own) =>
    own.db
      .select({ href: contactCards.href, etag: contactCards.etag })
      .from(contactCards)
      .where(and(cardsOfAccount(own, account.id), isNotNull(contactCards.etag))),
  );
  return new Map(rows.flatMap(({ href, etag }) => (href !== null && etag !== null ? [[href, etag]] : [])));
}

/**
 * What changed in a book: nothing if its ctag is as it was, else the server's sync-collection report if it has one,
 * otherwise the ETags of all cards.
 */
export async function listChangedCards(
  { account, server }: CardSyncTarget,
  { url, ctag }: ListedAddressBook,
  known: ReadonlyMap<string, string>,
): Promise<ChangedCards> {
  const before = account.books.find((book) => book.url === url);
  if (before && ctag !== null && before.ctag === ctag)
    return { changed: [], removed: [], syncToken: before.syncToken, isComplete: false };
  let changes = await server.changes(url, before?.syncToken ?? null);
  if (changes.token === null && before?.syncToken) changes = await server.changes(url, null);
  const { changed, removed, token: syncToken, isFull } = changes;
  if (syncToken !== null && !isFull) return { changed, removed, syncToken, isComplete: false };
  const etags = await server.etags(url);
  return {
    changed: [...etags].flatMap(([href, etag]) => (known.get(href) === etag ? [] : [href])),
    removed: [...known.keys()].filter((href) => href.startsWith(url) && !etags.has(href)),
    syncToken,
    isComplete: true,
  };
}
