import { type SQL, sql } from "drizzle-orm";
import type { Participant } from "#features/calendar/model.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { BriefingDay } from "../briefing/read-facts.ts";
import { type Attendee, type EventPart, MAX_EVENTS, MAX_PEOPLE } from "../today-model.ts";

/** Events of a day that are neither cancelled nor declined. */
export async function readDayEvents(context: SignedIn, day: BriefingDay): Promise<EventPart[]> {
  const { rows } = await context.db.execute<EventRow>(dayEventsQuery(context, day));
  const parts = rows.map((row) => toPart(row, day));
  const rides = new Map(rows.map(({ id, ride }) => [id, ride]));
  const isWorkOnRide = (one: EventPart, other: EventPart) =>
    rides.get(one.id) === other.id || rides.get(other.id) === one.id;
  const busy = parts.filter(({ isBusy, isAllDay }) => isBusy && !isAllDay);
  return parts.map((part) => ({
    ...part,
    overlaps: busy.includes(part)
      ? busy
          .filter(
            (other) =>
              other !== part && other.from < part.to && part.from < other.to && !isWorkOnRide(part, other),
          )
          .map(({ id }) => id)
      : [],
  }));
}

type EventRow = {
  id: string;
  title: string;
  start: string;
  end: string;
  isAllDay: boolean;
  location: string | null;
  meetingLink: string | null;
  isTentative: boolean;
  isBusy: boolean;
  attendees: string[];
  participants: Participant[];
  organizer: string | null;
  own: string[];
  ride: string | null;
};

/**
 * Both halves are range scans: only few events last longer than a day. An all-day event is a date, stored as midnight
 * in UTC.
 */
export function dayEventsQuery({ actor }: SignedIn, { date, from, to }: BriefingDay): SQL {
  const [start, end] = [from, to].map((at) => sql`${at}::timestamptz`);
  const isMine = sql`user_id = ${actor.userId} and deleted_at is null and status <> 'cancelled'`;
  const columns = sql`id, title, start_time, end_time, is_all_day, location, meeting_link, status, transparency, attendees,
    participants, organizer`;
  const answers = (which: SQL) => sql`exists (
    select from jsonb_array_elements(participants) as person
     where lower(person ->> 'address') = any (own.addresses) and person ->> 'status' in ${which})`;
  return sql`
    select id, left(title, 200) as title, start_time::text as start, end_time::text as "end", is_all_day as "isAllDay",
           left(location, 200) as location, meeting_link as "meetingLink", transparency = 'opaque' as "isBusy",
           status = 'tentative' or ${answers(sql`('needs-action', 'tentative')`)} as "isTentative",
           attendees, participants, organizer, own.addresses as own,
           ride_of(${actor.userId}, id) as ride
      from (
        select ${columns} from event_times
         where ${isMine} and start_time >= ${start} - interval '2 days' and start_time < ${end} + interval '1 day'
        union all
        select ${columns} from event_times
         where ${isMine} and end_time - start_time > interval '1 day' and end_time > ${start} - interval '1 day'
           and start_time < ${start} - interval '2 days'
      ) times
      cross join (
        select array(select lower(address) from mail_accounts where user_id = ${actor.userId}
          union all select lower(${actor.email}::text)) as addresses) own
     where case when is_all_day
             then start_time < (${date}::date + 1)::timestamp at time zone 'UTC'
               and end_time > ${date}::date::timestamp at time zone 'UTC'
             else start_time < ${end} and (end_time > ${start} or start_time >= ${start}) end
       and not ${answers(sql`('declined')`)}
     order by start_time, id limit ${MAX_EVENTS}`;
}

function toPart({ attendees, participants, organizer, own, ...row }: EventRow, day: BriefingDay): EventPart {
  const { id, title, location, meetingLink, isAllDay, isTentative, isBusy } = row;
  return {
    kind: "event",
    from: isAllDay ? day.from : new Date(row.start),
    to: isAllDay ? day.to : new Date(row.end),
    ...{ id, title, place: location, meetingLink, isAllDay, isTentative, isBusy },
    overlaps: [],
    people: peopleOf(attendees, participants, organizer, own).slice(0, MAX_PEOPLE),
    href: `/calendar?event=${id}`,
  };
}

/** The others of an event, once each: who invited, then who is invited. */
function peopleOf(
  attendees: readonly string[],
  participants: readonly Participant[],
  organizer: string | null,
  own: readonly string[],
): Attendee[] {
  const names = new Map(participants.map(({ address, name }) => [address.toLowerCase(), name]));
  const entries = [organizer ?? "", ...participants.map(({ address }) => address), ...attendees];
  const people = new Map<string, Attendee>();
  for (const entry of entries) {
    const key = entry.trim().toLowerCase();
    if (key === "" || own.includes(key) || people.has(key)) continue;
    const address = key.includes("@") ? key : null;
    people.set(key, { address, name: names.get(key)?.trim() || entry.trim() });
  }
  return [...people.values()];
}
