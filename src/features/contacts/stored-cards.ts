import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { type CardTexts, cardTexts } from "./card-texts.ts";
import type { Contact } from "./model.ts";
import type { ImportedCard } from "./read-vcards.ts";
import { type CardValues, isSame } from "./sync/merge-card.ts";
import { contactCards } from "./tables.ts";

/** The cards as received, so that an export has all of their properties. A later card of a contact replaces it. */
export async function storeCardTexts(
  { db, actor, now }: SignedIn,
  stored: readonly { contactId: string; card: ImportedCard }[],
): Promise<void> {
  const rows = stored.flatMap(({ contactId, card: { text, photo } }) =>
    text === undefined ? [] : [{ contactId, text, ...photoColumns(photo ?? null) }],
  );
  for (let from = 0; from < rows.length; from += 100)
    await db
      .insert(contactCards)
      .values(rows.slice(from, from + 100).map((row) => ({ ...row, userId: actor.userId, createdAt: now })))
      .onConflictDoUpdate({
        target: contactCards.contactId,
        // The card of a server changes with the server only.
        setWhere: isNull(contactCards.accountId),
        set: {
          text: sql`excluded.text`,
          photo: sql`excluded.photo`,
          photoType: sql`excluded.photo_type`,
          photoDigest: sql`excluded.photo_digest`,
        },
      });
}

export const photoColumns = (photo: ImportedCard["photo"] | null) => ({
  photo: photo ? Buffer.from(photo.bytes) : null,
  photoType: photo?.type ?? null,
  photoDigest: photo ? createHash("sha256").update(photo.bytes).digest("hex").slice(0, 16) : null,
});

type CardState = (typeof contactCards.$inferSelect)["state"] | "pending";
type StoredFacts = { photo: string | null; state: CardState };

/** Of each contact that has a card: its state, and the digest of its picture, which is part of the address for caches. */
export async function cardFactsOf(
  { db, actor }: SignedIn,
  rows: readonly ValuedContact[],
): Promise<Map<string, StoredFacts>> {
  if (rows.length === 0) return new Map();
  const found = await db
    .select({
      contactId: contactCards.contactId,
      photo: contactCards.photoDigest,
      accountId: contactCards.accountId,
      etag: contactCards.etag,
      synced: contactCards.synced,
      state: contactCards.state,
      hasAdded: sql<boolean>`${contactCards.added} <> '[]'::jsonb`,
    })
    .from(contactCards)
    .where(
      and(
        eq(contactCards.userId, actor.userId),
        inArray(
          contactCards.contactId,
          rows.map(({ id }) => id),
        ),
      ),
    );
  const contactsById = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    found.map(({ contactId, photo, ...card }) => {
      const contact = contactsById.get(contactId);
      return [contactId, { photo, state: contact ? stateOf(card, valuesOfContact(contact)) : "synced" }];
    }),
  );
}

type Linked = Pick<typeof contactCards.$inferSelect, "accountId" | "etag" | "synced" | "state"> & {
  hasAdded: boolean;
};

/** Refused changes that were taken back are no longer refused. */
function stateOf(card: Linked, values: CardValues): CardState {
  if (card.accountId === null || card.state === "conflict") return card.state;
  if (!isUnsent(card, values)) return "synced";
  return card.state === "refused" ? "refused" : "pending";
}

/** Whether the contact has something that its card on the server has not. */
export const isUnsent = (
  { etag, synced, hasAdded }: Pick<Linked, "etag" | "synced" | "hasAdded">,
  values: CardValues,
): boolean => hasAdded || etag === null || synced === null || !isSame(values, synced.local);

/** Whether the contact has a card on a server, or had one when it was deleted. */
export async function isOnServer({ db, actor }: SignedIn, contactId: string): Promise<boolean> {
  const card = and(
    eq(contactCards.userId, actor.userId),
    eq(contactCards.contactId, contactId),
    isNotNull(contactCards.accountId),
  );
  return (await db.$count(contactCards, card)) > 0;
}

export async function findPhoto({ db, actor }: SignedIn, contactId: string) {
  const [found] = await db
    .select({ type: contactCards.photoType, bytes: contactCards.photo })
    .from(contactCards)
    .where(and(eq(contactCards.userId, actor.userId), eq(contactCards.contactId, contactId)));
  if (!found?.bytes || !found.type) throw notFound(t`Picture`);
  return { type: found.type, bytes: found.bytes };
}

type ValuedContact = Pick<
  Contact,
  "id" | "contactName" | "contactEmail" | "otherEmails" | "contactPhone" | "otherPhones" | keyof CardTexts
>;

export const valuesOfContact = (contact: ValuedContact): CardValues => ({
  name: contact.contactName,
  emails: [contact.contactEmail, ...contact.otherEmails].flatMap((email) => email ?? []),
  phones: [contact.contactPhone, ...contact.otherPhones].flatMap((phone) => phone ?? []),
  ...cardTexts((name) => contact[name]),
});

export function columnsOfValues(values: CardValues) {
  const [contactEmail = null, ...otherEmails] = values.emails;
  const [contactPhone = null, ...otherPhones] = values.phones;
  return {
    contactName: values.name,
    ...{ contactEmail, otherEmails, contactPhone, otherPhones },
    ...cardTexts((name) => values[name]),
  };
}
