import { type SQL, sql } from "drizzle-orm";
import { listOpenWith } from "#features/commitments/public/open-with-parties.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Attendee, DayLine, EventPart, PersonMet } from "../today-model.ts";
import { MAX_PEOPLE, MAX_POINTS } from "../today-model.ts";

/** Whom the person meets on the day, those still to be met first, with what is open between the two. */
export async function readPeople(context: SignedIn, line: DayLine): Promise<PersonMet[]> {
  const met = peopleMet(line, context.now);
  const addresses = met.flatMap(({ address }) => address ?? []);
  if (addresses.length === 0) return met;
  const { rows } = await context.db.execute<Known>(peopleQuery(context, addresses));
  const known = new Map(rows.map((row) => [row.address, row]));
  const open = await listOpenWith(context, [
    ...addresses,
    ...rows.flatMap(({ accountId }) => accountId ?? []),
  ]);
  return met.map((person) => {
    const details = known.get(person.address ?? "");
    const points = open.filter(
      ({ party }) => party !== null && (party === person.address || party === details?.accountId),
    );
    const owed = (by: "me" | "them") => points.filter(({ owedBy }) => owedBy === by).slice(0, MAX_POINTS);
    return {
      ...person,
      name: person.name === person.address ? (details?.name ?? person.name) : person.name,
      owedByMe: owed("me"),
      owedByThem: owed("them"),
      unread: details?.unread ?? null,
    };
  });
}

function peopleMet({ parts }: DayLine, now: Date): PersonMet[] {
  const people = new Map<string, { person: Attendee; event: EventPart }>();
  const events = parts.filter((part) => part.kind === "event").sort((one, other) => inOrder(one, other, now));
  for (const event of events)
    for (const person of event.people) {
      const key = person.address ?? person.name;
      const earlier = people.get(key);
      // Of events that are over the last one that had a time.
      if (!earlier || (earlier.event.to <= now && !event.isAllDay)) people.set(key, { person, event });
    }
  const met = [...people.values()].sort((one, other) => inOrder(one.event, other.event, now));
  return met.slice(0, MAX_PEOPLE).map(({ person, event: { id, title, from } }) => ({
    ...person,
    event: { id, title, from },
    owedByMe: [],
    owedByThem: [],
    unread: null,
  }));
}

/** What is not over first, and of it what has a time: it says when somebody is met. */
const inOrder = (one: EventPart, other: EventPart, now: Date) =>
  Number(one.to <= now) - Number(other.to <= now) ||
  Number(one.isAllDay) - Number(other.isAllDay) ||
  one.from.getTime() - other.from.getTime();

type Known = {
  address: string;
  name: string | null;
  accountId: string | null;
  unread: PersonMet["unread"];
};

/** By address: the name among the contacts or colleagues, a colleague's account, and unread mail. */
export const peopleQuery = ({ actor, now }: SignedIn, addresses: readonly string[]): SQL => sql`
  select asked.address, coalesce(contact.name, colleague.full_name) as name, colleague.user_id as "accountId",
         case when mail.count > 0 then json_build_object('count', mail.count, 'id', mail.ids[1], 'subject', mail.subjects[1]) end
           as unread
    from unnest(${sql.param([...addresses])}::text[]) as asked (address)
    left join lateral (
      select contact_name as name from contacts
       where user_id = ${actor.userId} and deleted_at is null and lower(contact_email) = asked.address
       order by created_at, id limit 1) contact on true
    left join my_colleagues() colleague on lower(colleague.email) = asked.address
    cross join lateral (
      select count(*)::int as count, array_agg(id order by created_at desc, id) as ids,
             array_agg(left(subject, 200) order by created_at desc, id) as subjects
        from emails
       where user_id = ${actor.userId} and deleted_at is null and sender_address = asked.address
         and created_at > ${now}::timestamptz - interval '30 days'
         and status = 'received' and not is_read and folder <> 'junk') mail`;
