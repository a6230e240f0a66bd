import { and, eq, isNull, type SQLWrapper } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { contacts } from "../tables.ts";

/** For statements of other slices that join a person's own contacts. */
export const contactTable = contacts;
export const contactFields = { contactName: contacts.contactName, contactEmail: contacts.contactEmail };
export const isOwnContact = (userId: string, contactId: string | SQLWrapper) =>
  and(eq(contacts.id, contactId), eq(contacts.userId, userId), isNull(contacts.deletedAt));

export async function findOwnContact({ db, actor }: Pick<SignedIn, "db" | "actor">, contactId: string) {
  const [contact] = await db
    .select(contactFields)
    .from(contacts)
    .where(isOwnContact(actor.userId, contactId));
  return contact ?? null;
}
