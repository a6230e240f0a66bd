import { sql } from "drizzle-orm";
import { z } from "zod";
import { contacts } from "#features/contacts/contacts.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { formatPerson, parseAddresses } from "../address-model.ts";
import { parseAddress } from "../delivery/mail-address.ts";

export const Suggested = z.object({
  /** As written in a recipients field. */
  line: z.string(),
  from: z.enum(["contacts", "mail"]),
});
type Suggested = z.output<typeof Suggested>;

const MAX_SUGGESTIONS = 8;
/** Only the newest mail is searched, which bounds the work. */
const MAX_SCANNED_EMAILS = 2000;

/** People whose name or address contains the text: contacts first, then the most frequent correspondents. */
export async function suggestPeople(context: SignedIn, text: string): Promise<Suggested[]> {
  const { items } = await contacts.list(context, { text, limit: MAX_SUGGESTIONS });
  const known = items.flatMap(({ contactName, contactEmail }) =>
    contactEmail
      ? [
          {
            line: formatPerson({ name: contactName.trim(), address: contactEmail }),
            from: "contacts" as const,
          },
        ]
      : [],
  );
  // rule: unique-order - the last key is all that is read of a row
  const { rows } = await context.db.execute<{ line: string }>(sql`
    select (array_agg(person order by length(person) desc, person))[1] as line
    from (
      select unnest(case when status = 'received' then array[sender] else recipients || cc end) as person
      from (
        select status, sender, recipients, cc from emails
        where user_id = ${context.actor.userId} and deleted_at is null
        order by created_at desc, id desc limit ${MAX_SCANNED_EMAILS}
      ) newest
    ) people
    where position(fold_text(${text}) in fold_text(person)) > 0 and length(person) < 200
    group by lower(coalesce(substring(person from '<([^<>]*)> *$'), person))
    order by count(*) desc, line limit ${MAX_SUGGESTIONS}`);
  const correspondents = rows.filter(
    ({ line }) => parseAddress(line) !== null && parseAddresses(line).length === 1,
  );
  const seen = new Set<string>();
  return [...known, ...correspondents.map(({ line }) => ({ line, from: "mail" as const }))]
    .filter(({ line }) => {
      const address = parseAddress(line) ?? line;
      return !seen.has(address) && seen.add(address);
    })
    .slice(0, MAX_SUGGESTIONS);
}
