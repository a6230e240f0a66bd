import { createHash } from "node:crypto";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { ImportedCard } from "./read-vcards.ts";
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
        set: {
          text: sql`excluded.text`,
          photo: sql`excluded.photo`,
          photoType: sql`excluded.photo_type`,
          photoDigest: sql`excluded.photo_digest`,
        },
      });
}

const photoColumns = (photo: ImportedCard["photo"] | null) => ({
  photo: photo ? Buffer.from(photo.bytes) : null,
  photoType: photo?.type ?? null,
  photoDigest: photo ? createHash("sha256").update(photo.bytes).digest("hex").slice(0, 16) : null,
});

/** The digest of each contact's picture, for those that have one: it is part of the address, so that caches notice a change. */
export async function photosOf(
  { db, actor }: SignedIn,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ contactId: contactCards.contactId, digest: contactCards.photoDigest })
    .from(contactCards)
    .where(
      and(
        eq(contactCards.userId, actor.userId),
        inArray(contactCards.contactId, [...ids]),
        isNotNull(contactCards.photoDigest),
      ),
    );
  return new Map(rows.map(({ contactId, digest }) => [contactId, digest ?? ""]));
}

export async function findPhoto({ db, actor }: SignedIn, contactId: string) {
  const [found] = await db
    .select({ type: contactCards.photoType, bytes: contactCards.photo })
    .from(contactCards)
    .where(and(eq(contactCards.userId, actor.userId), eq(contactCards.contactId, contactId)));
  if (!found?.bytes || !found.type) throw notFound("Picture");
  return { type: found.type, bytes: found.bytes };
}
