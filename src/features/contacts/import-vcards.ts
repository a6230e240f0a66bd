import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { cardTexts } from "./card-texts.ts";
import { ownContacts } from "./read-contacts.ts";
import type { Card, readCards } from "./read-vcards.ts";
import { contacts } from "./tables.ts";
import { type CardVersion, writeCards } from "./write-vcards.ts";

const readingCards = work<typeof readCards>("communication.readCards", { seconds: 5, megabytes: 128 });

const MAX_EXPORTED = 10_000;

/** Parses in a separate process, with time and memory limits. */
const readCardText = (context: SignedIn, text: string) =>
  context.workers.run(readingCards, context.actor.userId, { text }).catch((error: unknown) => {
    if (error instanceof WorkError)
      throw refusedFile("The file takes too long to read. It may be too large or malformed.");
    throw error;
  });

/** Adds unknown contacts and adds missing values to known ones. */
export async function importCards(context: SignedIn, text: string) {
  const { cards, broken } = await readCardText(context, text);
  if (cards.length === 0)
    throw refusedFile(
      broken.length > 0
        ? `No contact in this file can be read. The first one starts in line ${broken[0]}`
        : "This file contains no vCards",
    );
  const { ids, updated, existing } = await storeCards(context, cards);
  if (ids.length > 0 && ids.length <= 1000)
    context.undoWith({ capability: "contactCards.undoImport", input: { ids } });
  return { added: ids.length, updated, existing, invalid: broken.slice(0, 20), ids };
}

/**
 * Adds unknown contacts and adds missing values to known ones; never overwrites a value. A person or their address book
 * vouches for the addresses of an import, a run of the assistant does not.
 */
export const storeCards = (context: SignedIn, cards: readonly Card[]) =>
  writeAs(context, context.provenance === "assistant" ? "model" : "import", (own) =>
    writeContacts(own, cards),
  );

/** The vCards of an address book on a server. */
export async function importCardText(context: SignedIn, text: string) {
  const { cards } = await readCardText(context, text);
  return async (own: SignedIn) => {
    const { ids, updated } = await storeCards(own, cards);
    return ids.length + updated;
  };
}

async function writeContacts(context: SignedIn, cards: readonly Card[]) {
  const known = await knownOf(context, cards);
  const added: (typeof contacts.$inferInsert)[] = [];
  const met = new Set<string>();
  let updated = 0;
  for (const card of cards) {
    const keys = keysOf(card);
    if (keys.some((key) => met.has(key))) continue;
    for (const key of keys) met.add(key);
    const id = keys.map((key) => known.get(key)).find(Boolean);
    if (id) updated += await fillIn(context, id, card);
    else added.push(rowOf(context, card));
  }
  const ids: string[] = [];
  for (let from = 0; from < added.length; from += 250)
    ids.push(
      ...(
        await context.db
          .insert(contacts)
          .values(added.slice(from, from + 250))
          .returning({ id: contacts.id })
      ).map(({ id }) => id),
    );
  context.announce({ resource: "contacts", ids: [] });
  return { ids, updated, existing: cards.length - ids.length };
}

/** Moves the contacts that an import added to the trash. */
export async function undoImport(context: SignedIn, ids: readonly string[]) {
  const trashed = await context.db
    .update(contacts)
    .set({ deletedAt: context.now, version: sql`${contacts.version} + 1` })
    .where(ownContacts(context, inArray(contacts.id, [...ids])))
    .returning({ id: contacts.id });
  context.announce({ resource: "contacts", ids: [] });
  return { removed: trashed.length };
}

export async function exportCards(context: SignedIn, ids: readonly string[] | null, version: CardVersion) {
  const rows = await context.db
    .select()
    .from(contacts)
    .where(ownContacts(context, ids ? inArray(contacts.id, [...ids]) : undefined))
    .orderBy(contacts.contactName, contacts.id)
    .limit(MAX_EXPORTED);
  const [only] = rows;
  const name = rows.length === 1 && only ? only.contactName.replaceAll(/[^\p{L}\p{N} ._-]/gu, "").trim() : "";
  return { fileName: `${name || "contacts"}.vcf`, text: writeCards(rows, version), count: rows.length };
}

const refusedFile = (message: string) => new AppError("invalid", message, { fields: { file: message } });

const keysOf = ({ uid, emails }: Card): string[] => [
  ...(uid ? [`uid ${uid}`] : []),
  ...emails.map((email) => `email ${email.toLowerCase()}`),
];

/** The contacts that the cards are of: by the card's own id or by an address. */
async function knownOf({ db, actor }: SignedIn, cards: readonly Card[]): Promise<Map<string, string>> {
  const uids = cards.flatMap(({ uid }) => uid ?? []);
  const emails = cards.flatMap((card) => card.emails.map((email) => email.toLowerCase()));
  const { rows } = await db.execute<{ key: string; id: string }>(sql`
    select 'uid ' || card_uid as key, id from contacts
     where user_id = ${actor.userId} and deleted_at is null and card_uid = any(${sql.param(uids)}::text[])
    union all
    select 'uid urn:uuid:' || id, id from contacts
     where user_id = ${actor.userId} and deleted_at is null and 'urn:uuid:' || id = any(${sql.param(uids)}::text[])
    union all
    select 'email ' || lower(address), id from contacts, unnest(array_append(other_emails, contact_email)) address
     where user_id = ${actor.userId} and deleted_at is null and lower(address) = any(${sql.param(emails)}::text[])`);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Adds missing values and overwrites none; returns 1 if something was added, otherwise 0. */
async function fillIn({ db, now, actor }: SignedIn, id: string, card: Card): Promise<number> {
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.userId, actor.userId), isNull(contacts.deletedAt)))
    .for("update");
  if (!row) return 0;
  const filled = withCard(row, card);
  if (
    Object.entries(filled).every(
      ([field, value]) => String(row[field as keyof typeof filled]) === String(value),
    )
  )
    return 0;
  await db
    .update(contacts)
    .set({ ...filled, updatedAt: now, version: sql`${contacts.version} + 1` })
    .where(and(eq(contacts.userId, actor.userId), eq(contacts.id, id)));
  return 1;
}

type Known = typeof contacts.$inferSelect;

function withCard(row: Known, { emails, phones, ...texts }: Card) {
  const [contactEmail = null, ...otherEmails] = distinct([row.contactEmail, ...row.otherEmails, ...emails]);
  const [contactPhone = null, ...otherPhones] = distinct([row.contactPhone, ...row.otherPhones, ...phones]);
  return {
    contactEmail,
    otherEmails,
    contactPhone,
    otherPhones,
    ...cardTexts((name) => row[name] ?? texts[name]),
  };
}

/** Each once, whatever its case; of two that are the same the first stays, in its place. */
export function distinct(values: readonly (string | null)[]): string[] {
  const unique = new Map<string, string>();
  for (const value of values)
    if (value && !unique.has(value.toLowerCase())) unique.set(value.toLowerCase(), value);
  return [...unique.values()];
}

function rowOf({ actor, now }: SignedIn, { uid, name, emails, phones, ...texts }: Card) {
  const [contactEmail = null, ...otherEmails] = emails;
  const [contactPhone = null, ...otherPhones] = phones;
  const at = { createdAt: now, updatedAt: now };
  return {
    ...at,
    userId: actor.userId,
    contactName: name,
    contactEmail,
    otherEmails,
    contactPhone,
    otherPhones,
    ...texts,
    cardUid: uid,
  };
}
