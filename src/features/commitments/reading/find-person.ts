import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Party } from "../model.ts";
import type { FindPerson } from "./parse-minutes.ts";

type Known = Party & { address: string; account: string | null; others: string[] };

const MAX_WORDS = 500;
const MAX_PEOPLE = 300;

/**
 * Finds the people whom a text names: the reader, who wrote it, the reader's contacts and colleagues. Somebody may be
 * meant by a part of their name where nobody else has it, or only they stand in the text with their full name.
 */
export async function personFinder(
  context: SignedIn,
  text: string,
  ownerId: string,
): Promise<{
  find: FindPerson;
  keysOf(party: Party): readonly string[];
  reader: Party;
  owner: Party | null;
  isReaderNamed: boolean;
}> {
  const lower = text.toLowerCase();
  const reader = { key: context.actor.userId, name: context.actor.fullName };
  const people = await knownPeople(context, wordsOf(text));
  const others = people.filter(({ address }) => address !== context.actor.email.toLowerCase());
  const all = [reader, ...others];
  const find: FindPerson = (name) => {
    const asked = plain(name);
    const full = all.filter((person) => plain(person.name) === asked);
    const partly =
      full.length > 0 ? full : all.filter((person) => plain(person.name).split(" ").includes(asked));
    const matching =
      partly.length > 1 ? partly.filter((person) => lower.includes(plain(person.name))) : partly;
    const [found] = matching;
    return found && matching.length === 1 ? { key: found.key, name: found.name } : null;
  };
  const owner = people.find(({ account }) => account === ownerId);
  const [first = ""] = plain(reader.name).split(" ");
  const isReaderNamed = lower.includes(plain(reader.name)) || find(first)?.key === reader.key;
  const keysOf = ({ key }: Party): string[] => {
    const person = others.find((each) => each.key === key);
    return [key, person?.address ?? [], person?.account ?? [], person?.others ?? []].flat();
  };
  return {
    ...{ find, keysOf, reader, isReaderNamed: isReaderNamed && namesWord(lower, first) },
    owner: ownerId === reader.key ? reader : owner ? { key: owner.key, name: owner.name } : null,
  };
}

const plain = (name: string) => name.replace("@", "").trim().toLowerCase().replaceAll(/\s+/g, " ");

const namesWord = (text: string, word: string): boolean =>
  word.length > 1 && new Set(text.split(/[^\p{L}\p{N}'’-]+/u)).has(word);

/** Words with a capital letter, in lower case. */
const wordsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\p{Lu}[\p{L}'’-]+/gu)].map(([word]) => word.toLowerCase()))].slice(
    0,
    MAX_WORDS,
  );

/** Contacts and colleagues with one of these words in their names, each once: a contact is known by the address. */
async function knownPeople({ db, actor }: SignedIn, words: readonly string[]): Promise<Known[]> {
  const { rows } = await db.execute<Known>(sql`
    with named as (
      select k.id, lower(k.contact_email) as address, k.contact_name as name,
        array(select lower(other) from unnest(k.other_emails) other) as others
      from contacts k
      where k.user_id = ${actor.userId} and k.deleted_at is null and k.contact_email <> ''
        and string_to_array(lower(k.contact_name), ' ') && ${sql.param([...words])}::text[]
      order by k.created_at, k.id limit ${MAX_PEOPLE})
    select distinct on (address) key, name, address, account, others from (
      select n.address as key, n.name, n.address, a.user_id::text as account, n.others, 0 as place
      from named n left join accounts_of_contacts(array(select id from named)) a on a.contact_id = n.id
      union all
      select c.user_id::text, c.full_name, lower(c.email), c.user_id::text, '{}'::text[], 1 from my_colleagues() c
      where string_to_array(lower(c.full_name), ' ') && ${sql.param([...words])}::text[]) people
    order by address, place, key limit ${MAX_PEOPLE}`);
  return rows;
}
