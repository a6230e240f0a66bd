import { sql } from "drizzle-orm";
import { MAX_OF_KIND } from "../model.ts";
import type { AttentionSource, Scope } from "../public/attention-source.ts";
import { busyTimes, hasAnswered, ownAddresses } from "../public/busy-times.ts";

/**
 * Invitations that the person has not answered, to what is not over; of a series its next time counts. Those in hours
 * that the person defends are a kind of their own.
 */
export const findInvitations: AttentionSource = (scope) => sql`
  select case when ${isInDefended(scope)} then 'focus' else 'invitation' end,
         e.id::text, 'event', e.id, e.title, coalesce(nullif(host.name, ''), e.organizer), e.updated_at,
         case when e.is_all_day then ((times.start_time at time zone 'UTC')::date + 1)::timestamp at time zone ${scope.timeZone}
           else times.start_time end,
         e.is_all_day, 0, null::text, '/calendar?event=' || e.id
    from (${upcoming(scope)}) times
    join events e on e.id = times.id and e.user_id = ${scope.userId}
    cross join lateral (
      select max(person ->> 'name') filter (where person ->> 'address' = e.organizer) as name
        from jsonb_array_elements(e.participants) as person) host
   where e.status <> 'cancelled' and ${hasAnswered(scope, sql`e`, sql`('needs-action')`)}
     and lower(e.organizer) not in (select ${ownAddresses(scope)})
   order by times.start_time, e.id limit ${MAX_OF_KIND}`;

/** A quarter of an hour of it is enough. */
const isInDefended = ({ userId, timeZone }: Scope) => sql`(not e.is_all_day and exists (
  select from defended_times(${userId}, ${timeZone}, times.start_time, times.start_time + (e.end_time - e.start_time)) d
   where d.end_time - d.start_time >= interval '15 minutes'))`;

const upcoming = ({ userId, now }: Scope) => sql`
  select id, start_time from events
   where user_id = ${userId} and deleted_at is null and organizer is not null and is_series = false
     and end_time > ${now}::timestamptz
  union all
  select s.id, min(o.start_time) from events s
    join event_occurrences o on o.event_id = s.id and o.user_id = ${userId} and o.start_time > ${now}::timestamptz
   where s.user_id = ${userId} and s.deleted_at is null and s.organizer is not null and s.is_series = true
   group by s.id`;

/** Two events of the coming week at the same time, both the person's own or accepted; work on a ride is none. */
export const findConflicts: AttentionSource = (scope) => sql`
  select 'conflict', one.id || '+' || other.id, 'event', other.id, other.title, null::text,
         greatest(one.updated_at, other.updated_at), other.start_time, false, 0, one.title,
         '/calendar?event=' || other.id
    from (${busyTimes(scope)}) one
    join (${busyTimes(scope)}) other
      on (one.start_time, one.id) < (other.start_time, other.id) and other.start_time < one.end_time
   where ride_of(${scope.userId}, one.id) is distinct from other.id
     and ride_of(${scope.userId}, other.id) is distinct from one.id
   order by other.start_time, one.id, other.id limit ${MAX_OF_KIND}`;
