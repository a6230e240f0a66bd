import type { SyncedAddressBook } from "#features/integrations/model.ts";
import type { AddressBookServer, SyncedAccount } from "#features/integrations/public/importer.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { contactCards } from "../tables.ts";
import { type CardSyncTarget, cardsOfAccount } from "./card-sync-target.ts";
import { pullCards } from "./pull-cards.ts";
import { NOT_LINKED } from "./pull-removal.ts";
import { pushCards } from "./push-cards.ts";

/** Both ways: first the server's changes, then those of the contacts. `count`: how many contacts changed here. */
export async function syncAddressBooks(
  context: SignedIn,
  account: SyncedAccount,
  server: AddressBookServer,
): Promise<{ count: number; books: SyncedAddressBook[] }> {
  const target: CardSyncTarget = { context, account, server };
  const listed = await server.books();
  const first = await pullCards(target, listed);
  if (!(await pushCards(target, listed))) return first;
  // What was changed on the server in this moment is merged and sent again.
  const again = { ...target, account: { ...account, books: first.books } };
  const { count, books } = await pullCards(again, await server.books());
  await pushCards(again, books);
  return { count: first.count + count, books };
}

/** The contacts stay, with their cards, and belong to no server any more. */
export async function disconnectAddressBooks(own: SignedIn, accountId: string): Promise<void> {
  await own.db.update(contactCards).set(NOT_LINKED).where(cardsOfAccount(own, accountId));
  own.announce({ resource: "contacts", ids: [] });
}
