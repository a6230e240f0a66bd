import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { parseAddress } from "../delivery/mail-address.ts";
import { NO_SAMPLES, type SentSamples, sampleOf } from "../replies/reply-style.ts";
import { NO_SALUTATION, type Salutation } from "./parse-salutation.ts";

/** Mails that are looked at: the last ones that were sent, and of those the last ones to this address, its domain and anybody. */
const MAX_SENT = 400;
const MAX_READ = 5;
/** Characters of a mail: what is quoted below is of no interest. */
const MAX_START = 6_000;
/** At these domains everybody has an address: its mails show nothing about one person. */
const PUBLIC_DOMAIN =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|web|t-online|freenet|proton|protonmail|mailbox|posteo|orange|free|laposte|wanadoo|sfr|telefonica)\.[a-z.]+$/;

type Row = { body: string; level: number };

/**
 * How the author wrote to somebody last, to others at the same domain, and to anybody: of mails to one address alone,
 * because 'Dear all' greets nobody by name. Looks no further than the last MAX_SENT mails, by their index.
 */
export async function readSentSamples(
  { db, actor }: Pick<SignedIn, "db" | "actor">,
  person: string,
): Promise<SentSamples> {
  const address = parseAddress(person);
  if (address === null) return NO_SAMPLES;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const known = PUBLIC_DOMAIN.test(domain) ? "" : domain;
  const { rows } = await db.execute<Row>(sql`
    with sent as (
      select e.id, e.created_at,
        lower(coalesce(substring(e.recipients[1] from '<([^<>]*)> *$'), e.recipients[1])) as address,
        cardinality(e.recipients) as recipients
      from emails e where e.user_id = ${actor.userId} and e.status = 'sent' and e.deleted_at is null
      order by e.created_at desc, e.id desc limit ${MAX_SENT}),
    levels as (
      select id, created_at, case when address = ${address} then 0
        when ${known} <> '' and split_part(address, '@', 2) = ${known} then 1 else 2 end as level
      from sent where recipients = 1),
    ranked as (
      select id, level, row_number() over (partition by level order by created_at desc, id desc) as place
      from levels)
    select left(e.body, ${MAX_START}) as body, r.level
    from ranked r join emails e on e.id = r.id and e.user_id = ${actor.userId}
    where r.place <= ${MAX_READ} order by r.level, r.place, e.id`);
  const at = (wanted: number) =>
    rows.filter(({ level }) => level === wanted).map(({ body }) => sampleOf(body));
  return { person: at(0), domain: at(1), all: at(2) };
}

/** The last greeting and the last closing to the person, whatever the language. */
export const salutationOf = ({ person }: SentSamples): Salutation => ({
  greeting: person.find(({ greeting }) => greeting !== null)?.greeting ?? NO_SALUTATION.greeting,
  closing: person.find(({ closing }) => closing !== null)?.closing ?? NO_SALUTATION.closing,
});
