import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { contacts } from "#features/contacts/tables.ts";
import { parsePerson } from "#features/email/address-model.ts";
import type { SignedIn } from "#platform/capability/context.ts";

/** Addresses with the names of the person's own contacts: 'Bob Babbage <bob@example.com>'. A given name is kept out. */
export async function peopleWords({ db, actor }: SignedIn, lines: readonly string[]): Promise<string> {
  const addresses = [...new Set(lines.map((line) => parsePerson(line).address.toLowerCase()))];
  if (addresses.length === 0) return "";
  const rows = await db
    .select({ name: contacts.contactName, address: sql<string>`lower(${contacts.contactEmail})` })
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, actor.userId),
        isNull(contacts.deletedAt),
        inArray(sql`lower(${contacts.contactEmail})`, addresses),
      ),
    );
  const names = new Map(rows.map(({ address, name }) => [address, name]));
  return lines
    .map((line) => {
      const { name: given, address } = parsePerson(line);
      // The address is what counts: a name that came with it may be anybody's.
      const name = names.get(address.toLowerCase()) ?? given;
      return name && name !== address ? `${name} <${address}>` : address;
    })
    .join(", ");
}
