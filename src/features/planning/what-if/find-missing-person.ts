import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Party, WhatIfChange } from "../alternative-model.ts";

type Missing = Extract<WhatIfChange, { kind: "withoutPerson" }>;
/** `keys`: their addresses in lower case and the ids of their accounts, as promises name them. */
export type MissingPerson = { person: Party; keys: readonly string[] };

type Row = { contact_id: string | null; user_id: string | null; name: string; addresses: string[] };

/**
 * Who is missing, with all addresses and accounts by which the person knows them: one of their own contacts, a colleague,
 * or an address. Throws not_found for a contact or colleague that the person does not know.
 */
export async function findMissingPerson(
  { db, actor }: SignedIn,
  { contactId, userId, email }: Missing,
): Promise<MissingPerson> {
  const [contact, account, address] = [contactId ?? null, userId ?? null, email ?? null];
  const { rows } = await db.execute<Row>(sql`
    with colleagues as materialized (select c.user_id, c.full_name, lower(c.email) as email from my_colleagues() c),
    asked as materialized (
      select lower(k.contact_email) as address from contacts k
       where k.id = ${contact}::uuid and k.user_id = ${actor.userId} and k.deleted_at is null
      union select lower(other) from contacts k cross join unnest(k.other_emails) other
       where k.id = ${contact}::uuid and k.user_id = ${actor.userId} and k.deleted_at is null
      union select c.email from colleagues c where c.user_id = ${account}::uuid
      union select ${address}::text),
    known as materialized (
      select k.id, k.contact_name, lower(k.contact_email) || array(select lower(other) from unnest(k.other_emails) other)
             as addresses
        from contacts k
       where k.user_id = ${actor.userId} and k.deleted_at is null and (k.id = ${contact}::uuid
         or lower(k.contact_email) in (select address from asked)
         or exists (select from unnest(k.other_emails) other where lower(other) in (select address from asked))))
    select id as contact_id, null::uuid as user_id, contact_name as name, array_remove(addresses, null) as addresses
      from known
    union all select null, a.user_id, '', '{}' from accounts_of_contacts(array(select id from known)) a
    union all select null, c.user_id, c.full_name, array[c.email] from colleagues c
      where c.user_id = ${account}::uuid or c.email in (select address from asked)
    order by 1 nulls last, 2`);
  const isKnown = (named: string | null, id: "contact_id" | "user_id") =>
    named === null || rows.some((row) => row[id] === named);
  if (!isKnown(contact, "contact_id") || !isKnown(account, "user_id")) throw notFound(t`Person`);
  const addresses = [...new Set([...rows.flatMap((row) => row.addresses), ...(address ? [address] : [])])];
  const accounts = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))];
  const name = rows.find((row) => row.name !== "")?.name ?? addresses[0] ?? "";
  const person = {
    ...{ name, address: address ?? addresses[0] ?? null, userId: account ?? accounts[0] ?? null },
  };
  return { person, keys: [...addresses, ...accounts] };
}
