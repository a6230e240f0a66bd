import type { ListedAddressBook, SyncedAddressBook } from "#features/integrations/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { type CardSyncTarget, inSyncTransaction, type PullTarget } from "./card-sync-target.ts";
import { linkCards } from "./link-cards.ts";
import { type ChangedCards, listChangedCards, listKnownCards } from "./list-changed-cards.ts";
import { pullRemoval, unlinkOtherBooks } from "./pull-removal.ts";
import { type FetchedCard, readRemoteCards } from "./read-remote-cards.ts";
import { type RemoteContact, updateFromCard } from "./update-from-card.ts";

const BATCH = 50;
const MAX_UNREADABLE = 200;

type Pulled = { count: number; books: SyncedAddressBook[] };

/** Takes over what changed on the server since the last sync. */
export async function pullCards(
  target: CardSyncTarget,
  books: readonly ListedAddressBook[],
): Promise<Pulled> {
  const known = await listKnownCards(target);
  const listed: { book: ListedAddressBook; changes: ChangedCards }[] = [];
  for (const book of books) listed.push({ book, changes: await listChangedCards(target, book, known) });
  // A card that was moved to another book is gone at one address and new at another.
  const gone = new Set(listed.flatMap(({ changes }) => changes.removed).filter((href) => known.has(href)));
  const pulled: Pulled = { count: 0, books: [] };
  for (const { book, changes } of listed) {
    const { count, unreadable } = await pullBook({ ...target, gone }, book, { changes, known });
    pulled.count += count;
    pulled.books.push({ ...book, syncToken: changes.syncToken, unreadable });
  }
  for (const href of gone)
    pulled.count += await inSyncTransaction(target, (own) => pullRemoval(own, target, href));
  await inSyncTransaction(target, (own) => unlinkOtherBooks(own, target, books));
  return pulled;
}

type Changes = { changes: ChangedCards; known: ReadonlyMap<string, string> };

async function pullBook(target: PullTarget, { url }: ListedAddressBook, { changes, known }: Changes) {
  const { changed, removed, isComplete } = changes;
  const isRead = new Set([...changed, ...removed]);
  const before = target.account.books.find((book) => book.url === url)?.unreadable ?? [];
  const unreadable = isComplete ? [] : before.filter(({ href }) => !isRead.has(href));
  let count = 0;
  for (let from = 0; from < changed.length; from += BATCH) {
    const fetched = await readRemoteCards(target, url, changed.slice(from, from + BATCH));
    for (const { href, reading } of fetched)
      if (reading.reason !== null && unreadable.length < MAX_UNREADABLE)
        unreadable.push({ href, name: reading.name, reason: reading.reason });
    const isNew = fetched.filter(({ href, etag }) => known.get(href) !== etag);
    count += await inSyncTransaction(target, (own) => storeCards(own, target, isNew));
  }
  return { count, unreadable };
}

async function storeCards(
  own: SignedIn,
  target: PullTarget,
  fetched: readonly FetchedCard[],
): Promise<number> {
  let count = 0;
  const unknown: RemoteContact[] = [];
  for (const { href, etag, reading } of fetched) {
    if (!reading.card) continue;
    const remote = { href, etag, card: reading.card };
    const result = await updateFromCard(own, target, remote);
    if (result === null) unknown.push(remote);
    else if (result === "changed") count += 1;
  }
  await linkCards(own, target, unknown);
  if (fetched.length > 0) own.announce({ resource: "contacts", ids: [] });
  return count + unknown.length;
}
