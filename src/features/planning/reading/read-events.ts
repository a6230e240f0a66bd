import { sql } from "drizzle-orm";
import type { Scope } from "#features/attention/public/attention-source.ts";
import { hasAnswered, ownAddresses } from "#features/attention/public/busy-times.ts";
import { midnightOf } from "#features/calendar/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Provenance } from "#platform/capability/provenance.ts";
import { countGuests } from "./count-guests.ts";
import type { PlanEvent } from "./wanted-item.ts";

type Row = {
  id: string;
  title: string;
  location: string | null;
  start_time: string;
  end_time: string;
  is_all_day: boolean;
  travel_minutes: number | null;
  is_free: boolean;
  has_guests: boolean;
  guests: string[];
  own: string[];
  is_recurring: boolean;
  provenance: Provenance;
};

const MAX_EVENTS = 1000;

/**
 * The events of all the person's calendars between two instants (milliseconds), first ones first, without those that
 * are cancelled or that the person declined, or those that they `declined`. Both branches are range scans; few events last longer than a day.
 */
export async function readEvents(
  { db, actor, now }: SignedIn,
  { from, until }: { from: number; until: number },
  timeZone: string,
  which: "attended" | "declined" = "attended",
): Promise<PlanEvent[]> {
  const scope: Scope = {
    ...{ actor, userId: actor.userId, email: actor.email, now, timeZone },
    ...{ endOfToday: now, endOfSoon: now },
  };
  const [since, to] = [new Date(from).toISOString(), new Date(until).toISOString()];
  const { rows } = await db.execute<Row>(sql`
    with own (address) as materialized (select ${ownAddresses(scope)})
    select e.id, e.title, e.location, e.start_time, e.end_time, e.is_all_day, e.travel_minutes, e.provenance,
           array(select lower(guest) from unnest(e.attendees) guest union
             select lower(guest ->> 'address') from jsonb_array_elements(e.participants) guest union
             select lower(e.organizer) where e.organizer is not null) as guests,
           array(select address from own) as own,
           e.transparency <> 'opaque' as is_free, e.series_id is not null as is_recurring,
           (exists (select from unnest(e.attendees) guest where lower(guest) not in (select address from own))
             or exists (select from jsonb_array_elements(e.participants) guest
               where lower(guest ->> 'address') not in (select address from own))
             or coalesce(lower(e.organizer) not in (select address from own), false)) as has_guests
      from (
        select * from event_times where user_id = ${actor.userId}
           and start_time >= ${since}::timestamptz - interval '2 days' and start_time < ${to}::timestamptz + interval '1 day'
        union all
        select * from event_times where user_id = ${actor.userId} and end_time - start_time > interval '1 day'
           and end_time > ${since}::timestamptz - interval '1 day'
           and start_time < ${since}::timestamptz - interval '2 days') e
     where e.deleted_at is null and e.status <> 'cancelled'
       and ${hasAnswered(scope, sql`e`, sql`('declined')`)} = ${which === "declined"}
     order by e.start_time, e.id limit ${MAX_EVENTS}`);
  return rows
    .map((row) => toPlanEvent(row, timeZone))
    .filter(({ start, end }) => start < until && end > from);
}

function toPlanEvent(row: Row, timeZone: string): PlanEvent {
  const at = (time: string) =>
    row.is_all_day ? midnightOf(new Date(time), timeZone).getTime() : Date.parse(time);
  return {
    ...{ id: row.id, title: row.title, location: row.location, provenance: row.provenance },
    start: at(row.start_time),
    end: at(row.end_time),
    isAllDay: row.is_all_day,
    travelMinutes: row.is_all_day ? 0 : (row.travel_minutes ?? 0),
    isFree: row.is_free,
    hasGuests: row.has_guests,
    ...countGuests(row.guests, row.own),
    isRecurring: row.is_recurring,
  };
}
