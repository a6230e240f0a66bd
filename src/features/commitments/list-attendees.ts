import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { readerOf } from "./reading/load-thread.ts";

/** In larger meetings people do not speak about what is open between two of them. */
const MAX_ATTENDEES = 50;

/**
 * The other people of one of the person's events, as promises name them: their addresses, those of the same contact, and
 * their accounts. None where the event is not the person's, or is a large one.
 */
export async function partiesOfEvent(context: SignedIn, eventId: string): Promise<string[]> {
  const { db, actor } = context;
  const { keys } = await readerOf(context);
  const own = sql.param([...keys]);
  const { rows } = await db.execute<{ party: string }>(sql`
    with met as materialized (
      select distinct lower(btrim(coalesce(substring(person from '<([^<>]*)>\\s*$'), person))) as address
      from event_times e cross join unnest(e.attendees || e.organizer) person
      where e.user_id = ${actor.userId} and e.id = ${eventId} and e.deleted_at is null
      order by 1 limit ${MAX_ATTENDEES + 1}),
    known as materialized (
      select k.id, lower(k.contact_email) || array(select lower(other) from unnest(k.other_emails) other) as addresses
      from contacts k where k.user_id = ${actor.userId} and k.deleted_at is null and (
        lower(k.contact_email) in (select address from met)
        or exists (select from unnest(k.other_emails) other where lower(other) in (select address from met))))
    select distinct party from (
      select address as party from met
      union all select unnest(addresses) from known
      union all select a.user_id::text from accounts_of_contacts(array(select id from known)) a
      union all select c.user_id::text from my_colleagues() c where lower(c.email) in (select address from met)) parties
    where party <> '' and party <> all(${own}::text[])
      and (select count(*) from met) <= ${MAX_ATTENDEES}`);
  return rows.map(({ party }) => party);
}
