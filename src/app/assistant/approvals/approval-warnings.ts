import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { contacts } from "#features/contacts/tables.ts";
import { emails } from "#features/email/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Proposed } from "../intent.ts";

const WORD = /[^\s<>"',;:]+/g;
const ADDRESS = /^\S[^\s@]*@\S[^\s.]*\.\S/;
const MAX_ADDRESSES = 20;

/** What to look at twice before approving: addresses anywhere in the input that the person never wrote to. */
export async function warningsAbout(context: SignedIn, { input }: Proposed): Promise<string[]> {
  const words = JSON.stringify(input).toLowerCase().match(WORD) ?? [];
  const addresses = [...new Set(words.filter((word) => ADDRESS.test(word)))].slice(0, MAX_ADDRESSES);
  const isKnown = await Promise.all(addresses.map((address) => isKnownAddress(context, address)));
  return addresses.filter((_, index) => !isKnown[index]).map((address) => `${address} is new to you`);
}

async function isKnownAddress({ db, actor }: SignedIn, address: string): Promise<boolean> {
  const [contact] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.userId, actor.userId),
        isNull(contacts.deletedAt),
        // A contact created by a run or an agent does not count until the person confirms it.
        eq(contacts.isConfirmed, true),
        sql`lower(${contacts.contactEmail}) = ${address}`,
      ),
    )
    .limit(1);
  if (contact) return true;
  const [mail] = await db
    .select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.userId, actor.userId),
        eq(emails.status, "sent"),
        ne(emails.provenance, "agent"),
        sql`${emails.recipients} @> array[${address}]::text[]`,
      ),
    )
    .limit(1);
  return mail !== undefined;
}
