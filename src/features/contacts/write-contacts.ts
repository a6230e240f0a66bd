import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { definedFields, fieldsBefore } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { Contact, type ContactChange, type NewContact } from "./model.ts";
import { asContacts, contactColumns, findContact, ownContacts } from "./read-contacts.ts";
import { contacts } from "./tables.ts";

export async function insertContact(context: SignedIn, contact: NewContact): Promise<Contact> {
  const { db, actor, now } = context;
  const rows = await db
    .insert(contacts)
    .values({ ...contact, userId: actor.userId, createdAt: now, updatedAt: now })
    .returning(contactColumns);
  const made = await asContacts(context, rows).then(returnedRow);
  context.undoWith({ capability: "contacts.delete", input: { id: made.id } });
  return made;
}

/** Throws `conflict` with the current contact if `version` is not the latest. */
export async function changeContact(
  context: SignedIn,
  id: string,
  change: ContactChange,
  version: number,
): Promise<Contact> {
  const [row] = await context.db
    .select(contactColumns)
    .from(contacts)
    .where(ownContacts(context, eq(contacts.id, id)))
    .for("update");
  if (!row) throw notFound(t`Contact`);
  if (row.version !== version)
    throw new AppError("conflict", t`This contact was changed elsewhere in the meantime`, {
      current: z.encode(Contact, await findContact(context, id)),
    });
  await context.db
    .update(contacts)
    .set({ ...definedFields(change), updatedAt: context.now, version: sql`${contacts.version} + 1` })
    .where(ownContacts(context, eq(contacts.id, id)));
  // The new address may belong to an account: transfer what was waiting for the contact to it.
  if (change.contactEmail) await context.db.execute(sql`select transfer_contact(${id})`);
  context.undoWith({
    capability: "contacts.update",
    input: { id, version: version + 1, ...fieldsBefore(change, row) },
  });
  return findContact(context, id);
}

/** Marks the address as confirmed: the person checked it. */
export async function confirmContact(context: SignedIn, id: string): Promise<Contact> {
  await context.db
    .update(contacts)
    .set({ isConfirmed: true, updatedAt: context.now, version: sql`${contacts.version} + 1` })
    .where(ownContacts(context, eq(contacts.id, id)));
  return findContact(context, id);
}

export async function trashContact(context: SignedIn, id: string): Promise<void> {
  const deleted = await context.db
    .update(contacts)
    .set({ deletedAt: context.now, version: sql`${contacts.version} + 1` })
    .where(ownContacts(context, eq(contacts.id, id)))
    .returning({ id: contacts.id });
  if (deleted.length === 0) throw notFound(t`Contact`);
  context.undoWith({ capability: "contacts.restore", input: { id } });
}

/** A contact that is not in the trash stays as it is. */
export async function restoreContact(context: SignedIn, id: string): Promise<Contact> {
  await context.db
    .update(contacts)
    .set({ deletedAt: null, version: sql`${contacts.version} + 1`, updatedAt: context.now })
    .where(
      and(eq(contacts.id, id), eq(contacts.userId, context.actor.userId), isNotNull(contacts.deletedAt)),
    );
  const contact = await findContact(context, id);
  context.undoWith({ capability: "contacts.delete", input: { id } });
  return contact;
}
