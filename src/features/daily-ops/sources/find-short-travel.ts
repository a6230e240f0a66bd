import { sql } from "drizzle-orm";
import type {
  AttentionContribution,
  AttentionSource,
  Scope,
} from "#features/attention/public/attention-source.ts";
import { busyTimes } from "#features/attention/public/busy-times.ts";
import { t } from "#i18n/message.ts";

const MAX_SHORT = 50;
/** What is farther apart is not checked. */
const HOURS = 4;
/** From a routing service; what was only estimated or simulated is no reason to disturb anybody. */
const KNOWN = sql`('live', 'cached')`;

/** Two events in a row at different places, with less time between them than the travel is known to take. */
const findShortTravel: AttentionSource = (scope) => sql`
  select 'travel', pair.id || '+' || pair.next_id, 'event', pair.next_id, pair.next_title, null::text, pair.since,
         pair.next_start, false, 0, way.minutes || ' ' || pair.minutes || ' ' || pair.title,
         '/calendar?event=' || pair.next_id
    from (${eventPairs(scope)}) pair
    cross join lateral (${travelTimes(scope)}) way
   where way.minutes > pair.minutes
   order by pair.next_start, pair.id, pair.next_id limit ${MAX_SHORT}`;

/**
 * Each event with the one that ended last before it, if that is elsewhere; addresses are those of the person's places
 * where these are named.
 */
const eventPairs = (scope: Scope) => sql`
  with placed as materialized (${placedTimes(scope)})
  select one.id, one.title, one.address, other.id as next_id, other.title as next_title,
         other.start_time as next_start, other.location as next_location, other.address as next_address,
         greatest(one.updated_at, other.updated_at) as since,
         floor(extract(epoch from other.start_time - one.end_time) / 60)::integer as minutes
    from placed other
    cross join lateral (
      select * from placed before
       where before.end_time <= other.start_time and before.id <> other.id
       order by before.end_time desc, before.id limit 1) one
   where other.start_time < one.end_time + make_interval(hours => ${HOURS})
     and lower(other.address) <> lower(one.address)`;

const placedTimes = (scope: Scope) => sql`
  select busy.*, coalesce(places.address, trim(busy.location)) as address
    from (${busyTimes(scope)}) busy
    left join lateral (
      select l.address from user_locations l
       where l.user_id = ${scope.userId} and l.deleted_at is null
         and lower(trim(busy.location)) in (lower(l.name), lower(l.address))
       order by l.is_primary desc, l.id limit 1) places on true
   where busy.location <> '' and busy.location !~* '^https?:'`;

/** In this direction only: the usual time between two places of the person, or the one to this event from their first. */
const travelTimes = ({ userId }: Scope) => sql`
  select min(minutes) as minutes from (
    select normal_duration as minutes from traffic_data
     where user_id = ${userId} and kind in ${KNOWN} and lower(origin) = lower(pair.address)
       and lower(destination) = lower(pair.next_address)
    union all
    select times.minutes from leave_times times
      join user_locations l on l.user_id = ${userId} and l.deleted_at is null and l.is_primary
       and l.name = times.origin and lower(l.address) = lower(pair.address)
     where times.user_id = ${userId} and times.event_id = pair.next_id and times.kind in ${KNOWN}
       and times.starts_at = pair.next_start and times.destination = left(pair.next_location, 300)) known`;

export const travelAttention: AttentionContribution = {
  kinds: {
    travel: {
      label: () => t`Places out of reach`,
      points: 45,
      reason: (detail) => {
        const [minutes = "", between = "", ...words] = (detail ?? "").split(" ");
        const title = words.join(" ");
        return t`The way from “${title}” takes ${minutes} min, and there are ${between}`;
      },
      acts: ["open"],
    },
  },
  sources: [findShortTravel],
};
