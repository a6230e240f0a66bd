import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Card } from "../read-vcards.ts";
import { columnsOfValues, photoColumns, valuesOfContact } from "../stored-cards.ts";
import { contactCards, contacts } from "../tables.ts";
import { type CardSyncTarget, cardsOfAccount, linkedCard, ownCard, ownContact } from "./card-sync-target.ts";
import { type CardValues, isSame, mergeCard } from "./merge-card.ts";

export type RemoteContact = { href: string; etag: string; card: Card };

/** Null if no contact has the card of this address. */
export async function updateFromCard(
  own: SignedIn,
  { account }: CardSyncTarget,
  { href, etag, card }: RemoteContact,
): Promise<"changed" | "same" | null> {
  const { db, now } = own;
  const [row] = await db
    .select({ stored: linkedCard, contact: contacts })
    .from(contactCards)
    .innerJoin(contacts, eq(contacts.id, contactCards.contactId))
    .where(and(cardsOfAccount(own, account.id), eq(contactCards.href, href)))
    .for("update");
  if (!row) return null;
  const { stored, contact } = row;
  if (stored.etag === etag) return "same";
  const [local, server] = [valuesOfContact(contact), valuesOfCard(card)];
  const before = stored.synced ?? { local, server: local };
  const { values, synced, conflicts } = mergeCard({ local, server, before });
  const isConflict = conflicts.length > 0;
  await db
    .update(contactCards)
    .set({
      ...{ etag, ...photoColumns(card.photo) },
      ...(isConflict
        ? { state: "conflict", conflict: { text: card.text, values: server } }
        : { state: "synced", conflict: null, text: card.text, synced: { local: synced, server } }),
    })
    .where(ownCard(own, stored.id));
  const wanted = isConflict ? local : values;
  // Deleted here and changed on the server meanwhile: the contact returns.
  if (!isSame(wanted, local) || contact.deletedAt !== null)
    await db
      .update(contacts)
      .set({
        ...columnsOfValues(wanted),
        ...{ deletedAt: null, updatedAt: now, version: sql`${contacts.version} + 1` },
      })
      .where(ownContact(own, contact.id));
  return "changed";
}

export const valuesOfCard = ({ uid: _, text: __, photo: ___, ...values }: Card): CardValues => values;
