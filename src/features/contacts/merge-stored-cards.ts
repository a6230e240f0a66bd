import { and, eq, inArray, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { contactCards } from "./tables.ts";

/**
 * The first contact's card gets what the others' have beside it, and their picture if it has none; without a card it takes
 * over one of theirs.
 */
export async function mergeStoredCards(
  { db, actor }: SignedIn,
  id: string,
  others: readonly string[],
): Promise<void> {
  const rows = await db
    .select()
    .from(contactCards)
    .where(and(eq(contactCards.userId, actor.userId), inArray(contactCards.contactId, [id, ...others])))
    .for("update");
  const inOrder = [id, ...others].flatMap((each) => rows.find(({ contactId }) => contactId === each) ?? []);
  // A card on a server stays the same card there.
  const own = inOrder.find(({ contactId }) => contactId === id);
  const card = own ?? inOrder.find(({ accountId }) => accountId !== null) ?? inOrder[0];
  if (!card) return;
  const rest = inOrder.filter((each) => each !== card);
  const pictured = card.photo ? card : rest.find(({ photo }) => photo);
  await db
    .update(contactCards)
    .set({
      ...(own ? {} : { contactId: id, mergedFrom: card.contactId }),
      accountId: card.accountId ?? rest.find(({ accountId }) => accountId)?.accountId ?? null,
      added: [...card.added, ...rest.map(({ contactId, text }) => ({ from: contactId, text }))],
      ...{ photo: pictured?.photo ?? null, photoType: pictured?.photoType ?? null },
      photoDigest: pictured?.photoDigest ?? null,
    })
    .where(ownCard(actor.userId, card.id));
}

/** What was written to a server meanwhile stays in the card. */
export async function unmergeStoredCards(
  { db, actor }: SignedIn,
  id: string,
  ids: readonly string[],
): Promise<void> {
  const [card] = await db
    .select({
      ...{ id: contactCards.id, mergedFrom: contactCards.mergedFrom },
      ...{ added: contactCards.added, photoDigest: contactCards.photoDigest },
    })
    .from(contactCards)
    .where(and(eq(contactCards.userId, actor.userId), eq(contactCards.contactId, id)))
    .for("update");
  if (!card) return;
  const pictures = await db
    .select({ photoDigest: contactCards.photoDigest })
    .from(contactCards)
    .where(and(eq(contactCards.userId, actor.userId), inArray(contactCards.contactId, [...ids])));
  const isBorrowed = pictures.some(({ photoDigest }) => photoDigest === card.photoDigest);
  await db
    .update(contactCards)
    .set({
      ...(card.mergedFrom && ids.includes(card.mergedFrom)
        ? { contactId: card.mergedFrom, mergedFrom: null }
        : {}),
      added: card.added.filter(({ from }) => !ids.includes(from)),
      ...(isBorrowed && { photo: sql`null`, photoType: null, photoDigest: null }),
    })
    .where(ownCard(actor.userId, card.id));
}

const ownCard = (userId: string, id: string) => and(eq(contactCards.userId, userId), eq(contactCards.id, id));
