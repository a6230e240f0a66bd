import { sql } from "drizzle-orm";
import { contacts } from "#features/contacts/tables.ts";
import { emails } from "#features/email/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Proposed } from "../intent.ts";

const WORD = /[^\s<>"',;:]+/g;
const ADDRESS = /^\S[^\s@]*@\S[^\s.]*\.\S/;
/** Warnings with an address of their own; the others are counted. */
const MAX_WARNINGS = 20;

/** What to look at twice before approving: addresses anywhere in the input that the person never wrote to. */
export async function warningsAbout(context: SignedIn, { input }: Proposed): Promise<string[]> {
  const words = JSON.stringify(input).toLowerCase().match(WORD) ?? [];
  const addresses = [...new Set(words.filter((word) => ADDRESS.test(word)))];
  const unknown = addresses.length > 0 ? await unknownAmong(context, addresses) : [];
  const shown = unknown.slice(0, MAX_WARNINGS).map((address) => `${address} is new to you`);
  const more = unknown.length - shown.length;
  return more > 0 ? [...shown, `${more} more addresses are new to you`] : shown;
}

/** A contact created by a run or an agent does not count until the person confirms it. */
async function unknownAmong({ db, actor }: SignedIn, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ address: string }>(
    sql`select address from unnest(${sql.param(addresses)}::text[]) with ordinality as asked (address, place)
      where not exists (
          select from ${contacts} where ${contacts.userId} = ${actor.userId} and ${contacts.deletedAt} is null
            and ${contacts.isConfirmed} and lower(${contacts.contactEmail}) = asked.address)
        and not exists (
          select from ${emails} where ${emails.userId} = ${actor.userId} and ${emails.status} = 'sent'
            and ${emails.provenance} <> 'agent' and ${emails.recipients} @> array[asked.address])
      order by place`,
  );
  return rows.map(({ address }) => address);
}
