import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { Id } from "#platform/capability/wire.ts";
import { fieldsWhere, mapFields } from "#platform/fields/field-shapes.ts";
import { contactFields } from "./fields.ts";
import { distinct } from "./import-vcards.ts";
import { mergeStoredCards, unmergeStoredCards } from "./merge-stored-cards.ts";
import { type Contact, MergedFields } from "./model.ts";
import { asContacts, contactColumns, findContact, ownContacts } from "./read-contacts.ts";
import { contacts } from "./tables.ts";

export const MergeContacts = z.strictObject({ id: Id, ids: z.array(Id).min(1).max(20) });
export const UnmergeContacts = MergeContacts.extend({ before: MergedFields });

const MAX_GROUPS = 50;

/** Contacts with an address, a number or the name in common. */
export async function findDuplicates(context: SignedIn) {
  const { db, actor } = context;
  const { rows } = await db.execute<{ reason: "email" | "phone" | "name"; ids: string[] }>(sql`
    with mine as (
      select * from contacts where user_id = ${actor.userId} and deleted_at is null order by id limit 20000
    ), said as (
      select id, 'email' as reason, lower(address) as key from mine, unnest(array_append(other_emails, contact_email)) address
       where address is not null
      union
      select id, 'phone', right(regexp_replace(phone, '[^0-9]', '', 'g'), 9)
        from mine, unnest(array_append(other_phones, contact_phone)) phone
       where length(regexp_replace(phone, '[^0-9]', '', 'g')) >= 7
      union
      select id, 'name', fold_text(contact_name) from mine
    )
    select reason, array_agg(id order by id) as ids from said
    group by reason, key having count(*) between 2 and 20
    order by array_position(array['email', 'phone', 'name'], reason), key limit ${MAX_GROUPS * 3}`);
  const groups = [...new Map(rows.toReversed().map((row) => [row.ids.join(), row])).values()].toReversed();
  const listed = groups.slice(0, MAX_GROUPS);
  const ids = [...new Set(listed.flatMap((group) => group.ids))];
  const found =
    ids.length === 0
      ? []
      : await asContacts(
          context,
          await db
            .select(contactColumns)
            .from(contacts)
            .where(ownContacts(context, inArray(contacts.id, ids)))
            .orderBy(contacts.createdAt, contacts.id),
        );
  return {
    groups: listed.map((group) => ({
      reason: group.reason,
      contacts: found.filter(({ id }) => group.ids.includes(id)),
    })),
  };
}

/** The first contact keeps its values and takes missing ones from the others, which move to the trash. */
export async function mergeContacts(
  context: SignedIn,
  { id, ids }: z.output<typeof MergeContacts>,
): Promise<Contact> {
  const { db, now } = context;
  const others = [...new Set(ids)].filter((each) => each !== id);
  const rows = await db
    .select()
    .from(contacts)
    .where(ownContacts(context, inArray(contacts.id, [id, ...others])))
    .orderBy(contacts.id)
    .for("update");
  const [primary, ...merged] = [id, ...others].flatMap((each) => rows.find((row) => row.id === each) ?? []);
  if (!primary || merged.length < others.length || merged.length === 0) throw notFound(t`Contact`);
  const all = [primary, ...merged];
  const [contactEmail = null, ...otherEmails] = distinct(
    all.flatMap((row) => [row.contactEmail, ...row.otherEmails]),
  );
  const [contactPhone = null, ...otherPhones] = distinct(
    all.flatMap((row) => [row.contactPhone, ...row.otherPhones]),
  );
  await db
    .update(contacts)
    .set({
      contactEmail,
      otherEmails,
      contactPhone,
      otherPhones,
      ...mergedValues(all),
      updatedAt: now,
      version: sql`${contacts.version} + 1`,
    })
    .where(ownContacts(context, eq(contacts.id, id)));
  // The merged contact inherits foreign provenance from any of them, and `isConfirmed` from the contact with its
  // address.
  const addressed = all.find((row) => row.contactEmail === contactEmail);
  const foreign = all.find(({ provenance }) => !isOwnText(provenance));
  await db
    .update(contacts)
    .set({
      isConfirmed: addressed?.isConfirmed ?? false,
      ...(foreign && { provenance: foreign.provenance }),
    })
    .where(ownContacts(context, eq(contacts.id, id)));
  await db
    .update(contacts)
    .set({ deletedAt: now, version: sql`${contacts.version} + 1` })
    .where(ownContacts(context, inArray(contacts.id, others)));
  await mergeStoredCards(context, id, others);
  context.undoWith({
    capability: "contacts.unmerge",
    input: { id, ids: others, before: MergedFields.parse(primary) },
  });
  context.announce({ resource: "contacts", ids: [id, ...others] });
  return findContact(context, id);
}

type Row = typeof contacts.$inferSelect;

/** For each field: the first non-empty value, or whether any contact has it set. */
const mergedValues = (all: readonly Row[]): Partial<Row> => {
  const first = fieldsWhere(contactFields, "merge", "first");
  const any = fieldsWhere(contactFields, "merge", "any");
  return {
    ...mapFields(first, (_, name) => all.map((row) => row[name as keyof Row]).find(Boolean) ?? null),
    ...mapFields(any, (_, name) => all.some((row) => row[name as keyof Row])),
  };
};

/** Restores the kept contact's old values, and the others from the trash. */
export async function unmergeContacts(
  context: SignedIn,
  { id, ids, before }: z.output<typeof UnmergeContacts>,
): Promise<Contact> {
  const { db, now, actor } = context;
  const changed = await db
    .update(contacts)
    .set({ ...before, updatedAt: now, version: sql`${contacts.version} + 1` })
    .where(ownContacts(context, eq(contacts.id, id)))
    .returning({ id: contacts.id });
  if (changed.length === 0) throw notFound(t`Contact`);
  await db
    .update(contacts)
    .set({ deletedAt: null, updatedAt: now, version: sql`${contacts.version} + 1` })
    .where(and(eq(contacts.userId, actor.userId), inArray(contacts.id, ids), isNotNull(contacts.deletedAt)));
  await unmergeStoredCards(context, id, ids);
  context.undoWith({ capability: "contacts.merge", input: { id, ids } });
  context.announce({ resource: "contacts", ids: [id, ...ids] });
  return findContact(context, id);
}
