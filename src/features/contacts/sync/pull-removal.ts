import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { ListedAddressBook } from "#features/integrations/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { valuesOfContact } from "../stored-cards.ts";
import { contactCards, contacts } from "../tables.ts";
import { type CardSyncTarget, cardsOfAccount, linkedCard, ownCard, ownContact } from "./card-sync-target.ts";
import { isSame } from "./merge-card.ts";

/** Deleted on the server: to the trash, unless the contact was changed since; then it is written to the server again. */
export async function pullRemoval(own: SignedIn, { account }: CardSyncTarget, href: string): Promise<number> {
  const { db, now, announce } = own;
  const [row] = await db
    .select({ stored: linkedCard, contact: contacts })
    .from(contactCards)
    .innerJoin(contacts, eq(contacts.id, contactCards.contactId))
    .where(and(cardsOfAccount(own, account.id), eq(contactCards.href, href)))
    .for("update");
  if (!row) return 0;
  const { stored, contact } = row;
  await db
    .update(contactCards)
    .set({ etag: null, state: "synced", conflict: null })
    .where(ownCard(own, stored.id));
  const isChanged = stored.synced !== null && !isSame(valuesOfContact(contact), stored.synced.local);
  if (isChanged || contact.deletedAt !== null) return 0;
  await db
    .update(contacts)
    .set({ deletedAt: now, version: sql`${contacts.version} + 1` })
    .where(ownContact(own, contact.id));
  announce({ resource: "contacts", ids: [contact.id] });
  return 1;
}

export const NOT_LINKED = {
  ...{ accountId: null, href: null, etag: null, synced: null },
  ...{ conflict: null, state: "synced" as const },
};

/** A whole book is gone, or may no longer be read: its contacts stay, and belong to no server any more. */
export async function unlinkOtherBooks(
  own: SignedIn,
  { account }: CardSyncTarget,
  books: readonly ListedAddressBook[],
): Promise<void> {
  const urls = sql.param(books.map(({ url }) => url));
  await own.db
    .update(contactCards)
    .set(NOT_LINKED)
    .where(
      and(
        cardsOfAccount(own, account.id),
        isNotNull(contactCards.href),
        sql`not exists (select from unnest(${urls}::text[]) url where starts_with(${contactCards.href}, url))`,
      ),
    );
}
