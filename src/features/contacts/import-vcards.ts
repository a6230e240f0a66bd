import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { writeAsImported } from "#platform/capability/write-as.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { cardTexts } from "./card-texts.ts";
import type { ContactBefore } from "./model.ts";
import { ownContacts } from "./read-contacts.ts";
import type { CardFacts, ImportedCard, readCards } from "./read-vcards.ts";
import { columnsOfValues, storeCardTexts } from "./stored-cards.ts";
import { contacts } from "./tables.ts";

const readingCards = work<typeof readCards>("communication.readCards", { seconds: 20, megabytes: 256 });

/** Parses in a separate process, with time and memory limits. */
const readCardText = (context: SignedIn, text: string) =>
  context.workers.run(readingCards, context.actor.userId, { text }).catch((error: unknown) => {
    if (!(error instanceof WorkError)) throw error;
    throw refusedFile(
      error.reason === "busy" || error.reason === "closed"
        ? "Too many files are being read at the moment. Try again in a minute."
        : `This file cannot be read (${REASONS[error.reason] ?? "its reader ended"}).`,
    );
  });

const REASONS: Readonly<Record<string, string>> = {
  time: "it takes longer than 20 seconds",
  memory: "it takes too much memory",
};

/** Adds unknown contacts and adds missing values to known ones. Undone as one. */
export async function importCards(context: SignedIn, text: string) {
  const { cards, unreadable } = await readCardText(context, text);
  const [first] = unreadable;
  if (cards.length === 0)
    throw refusedFile(
      first
        ? `No contact in this file can be read. The first one starts in line ${first.line}: ${first.reason}`
        : "This file contains no vCards",
    );
  const { ids, changed, existing } = await storeCards(context, cards);
  if (ids.length + changed.length > 0)
    context.undoWith({ capability: "contactCards.undoImport", input: { ids, changed } });
  return { added: ids.length, updated: changed.length, existing, unreadable, ids, changed };
}

/**
 * Adds unknown contacts and adds missing values to known ones; never overwrites a value. A person or their address book
 * vouches for the addresses of an import, a run of the assistant does not.
 */
export const storeCards = (context: SignedIn, cards: readonly ImportedCard[]) =>
  writeAsImported(context, (own) => writeContacts(own, cards));

async function writeContacts(context: SignedIn, cards: readonly ImportedCard[]) {
  const known = await knownOf(context, cards);
  const added: ImportedCard[] = [];
  const stored: { contactId: string; card: ImportedCard }[] = [];
  const changed: ContactBefore[] = [];
  const met = new Set<string>();
  for (const card of cards) {
    const keys = keysOf(card);
    if (keys.some((key) => met.has(key))) continue;
    for (const key of keys) met.add(key);
    const id = keys.map((key) => known.get(key)).find(Boolean);
    if (!id) {
      added.push(card);
      continue;
    }
    const before = await fillIn(context, id, card);
    if (before) changed.push(before);
    stored.push({ contactId: id, card });
  }
  const ids: string[] = [];
  for (let from = 0; from < added.length; from += 250) {
    const batch = added.slice(from, from + 250);
    const rows = await context.db
      .insert(contacts)
      .values(batch.map((card) => rowOf(context, card)))
      .returning({ id: contacts.id });
    stored.push(...batch.flatMap((card, at) => (rows[at] ? [{ contactId: rows[at].id, card }] : [])));
    ids.push(...rows.map(({ id }) => id));
  }
  await storeCardTexts(context, stored);
  context.announce({ resource: "contacts", ids: [] });
  return { ids, changed, existing: cards.length - ids.length };
}

/** Moves the contacts that an import added to the trash, and restores those that it changed and nobody changed since. */
export async function undoImport(
  context: SignedIn,
  { ids, changed }: { ids: readonly string[]; changed: readonly ContactBefore[] },
) {
  const { db, now } = context;
  const trashed = await db
    .update(contacts)
    .set({ deletedAt: now, version: sql`${contacts.version} + 1` })
    .where(ownContacts(context, inArray(contacts.id, [...ids])))
    .returning({ id: contacts.id });
  let restored = 0;
  for (const { id, version, ...before } of changed) {
    const rows = await db
      .update(contacts)
      .set({ ...before, updatedAt: now, version: sql`${contacts.version} + 1` })
      .where(ownContacts(context, eq(contacts.id, id), eq(contacts.version, version)))
      .returning({ id: contacts.id });
    restored += rows.length;
  }
  context.announce({ resource: "contacts", ids: [] });
  return { removed: trashed.length, restored };
}

const refusedFile = (message: string) => new AppError("invalid", message, { fields: { file: message } });

export const keysOf = ({ uid, emails }: CardFacts): string[] => [
  ...(uid ? [`uid ${uid}`] : []),
  ...emails.map((email) => `email ${email.toLowerCase()}`),
];

/** The contacts that the cards are of: by the card's own id or by an address. */
async function knownOf({ db, actor }: SignedIn, cards: readonly CardFacts[]): Promise<Map<string, string>> {
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

/** Adds missing values and overwrites none; the values before, where something was added. */
export async function fillIn(
  { db, now, actor }: SignedIn,
  id: string,
  card: CardFacts,
): Promise<ContactBefore | null> {
  const [row] = await db
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, id), eq(contacts.userId, actor.userId), isNull(contacts.deletedAt)))
    .for("update");
  if (!row) return null;
  const filled = withCard(row, card);
  const before = Object.fromEntries(
    Object.keys(filled).map((field) => [field, row[field as keyof typeof filled]]),
  ) as Omit<ContactBefore, "id" | "version">;
  if (JSON.stringify(filled) === JSON.stringify(before)) return null;
  await db
    .update(contacts)
    .set({ ...filled, updatedAt: now, version: sql`${contacts.version} + 1` })
    .where(and(eq(contacts.userId, actor.userId), eq(contacts.id, id)));
  return { id, version: row.version + 1, ...before };
}

type Known = typeof contacts.$inferSelect;

function withCard(row: Known, { emails, phones, ...texts }: CardFacts) {
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

export const rowOf = ({ actor, now }: SignedIn, card: ImportedCard) => ({
  ...{ createdAt: now, updatedAt: now, userId: actor.userId, cardUid: card.uid },
  ...columnsOfValues(card),
});
