import { and, eq, gte, isNull, or, sql } from "drizzle-orm";
import type { ListedAddressBook } from "#features/integrations/model.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { isUnsent, valuesOfContact } from "../stored-cards.ts";
import { contactCards, contacts } from "../tables.ts";
import { writeCard } from "../write-vcards.ts";
import {
  type CardSyncTarget,
  cardsOfAccount,
  inSyncTransaction,
  linkedCard,
  ownCard,
} from "./card-sync-target.ts";
import { type Outcome, type PendingCard, pushContact, pushRemoval } from "./push-card.ts";

/** Writes what was changed here; true if something changed on the server meanwhile. No transaction is open meanwhile. */
export async function pushCards(
  target: CardSyncTarget,
  books: readonly ListedAddressBook[],
): Promise<boolean> {
  await adoptNewContacts(target, books);
  let isStale = false;
  for (const pending of await listPending(target)) {
    const outcome = await pushOne(target, pending, books);
    if (outcome === "changed elsewhere") isStale = true;
    if (outcome === "refused" && pending.stored.state !== "refused")
      await inSyncTransaction(target, async (own) => {
        await own.db.update(contactCards).set({ state: "refused" }).where(ownCard(own, pending.stored.id));
        own.announce({ resource: "contacts", ids: [pending.stored.contactId] });
      });
  }
  return isStale;
}

async function pushOne(
  target: CardSyncTarget,
  pending: PendingCard,
  books: readonly ListedAddressBook[],
): Promise<Outcome> {
  const { stored, contact } = pending;
  const writable = books.filter(({ isReadOnly }) => !isReadOnly);
  const chosen = writable.find(({ url }) => url === target.account.newContactsBook) ?? writable[0];
  const href = stored.href ?? (chosen ? new URL(`${stored.id}.vcf`, chosen.url).href : null);
  if (href === null || !writable.some(({ url }) => href.startsWith(url))) return "refused";
  return contact.deletedAt === null
    ? pushContact(target, { ...pending, href })
    : pushRemoval(target, { ...pending, href });
}

async function listPending({ context, account }: CardSyncTarget): Promise<PendingCard[]> {
  const rows = await inOwnTransaction(context, "read", (own) =>
    own.db
      .select({ stored: linkedCard, contact: contacts })
      .from(contactCards)
      .innerJoin(contacts, eq(contacts.id, contactCards.contactId))
      .where(cardsOfAccount(own, account.id))
      .orderBy(contacts.updatedAt, contacts.id),
  );
  return rows.filter(({ stored, contact }) => {
    if (contact.deletedAt !== null) return stored.etag !== null;
    return stored.state !== "conflict" && isUnsent(stored, valuesOfContact(contact));
  });
}

/** New contacts get a card, where the person chose one of these books for them. Those of another provider are not ours. */
async function adoptNewContacts(target: CardSyncTarget, books: readonly ListedAddressBook[]): Promise<void> {
  const { newContactsBook, newContactsSince, id } = target.account;
  if (newContactsSince === null || !books.some(({ url }) => url === newContactsBook)) return;
  await inSyncTransaction(target, async ({ db, actor, now }) => {
    const rows = await db
      .select({ contact: contacts, text: contactCards.text })
      .from(contacts)
      .leftJoin(
        contactCards,
        and(eq(contactCards.contactId, contacts.id), eq(contactCards.userId, actor.userId)),
      )
      .where(
        and(
          eq(contacts.userId, actor.userId),
          isNull(contacts.deletedAt),
          gte(contacts.createdAt, newContactsSince),
          isNull(contactCards.accountId),
          or(isNull(contacts.cardUid), sql`${contacts.cardUid} !~ '^(google|microsoft):'`),
        ),
      );
    for (const { contact, text } of rows) {
      const values = valuesOfContact(contact);
      const card = { accountId: id, href: null, etag: null, state: "synced" as const };
      await db
        .insert(contactCards)
        .values({
          ...{ ...card, userId: actor.userId, contactId: contact.id, createdAt: now },
          ...{ text: text ?? writeCard(contact, "3.0").trimEnd(), synced: { local: values, server: values } },
        })
        .onConflictDoUpdate({ target: contactCards.contactId, set: card });
    }
  });
}
