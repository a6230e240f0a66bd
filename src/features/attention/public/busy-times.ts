import { type SQL, sql } from "drizzle-orm";
import { MAX_OF_KIND } from "../model.ts";
import type { Scope } from "./attention-source.ts";

/** When the person is busy in the coming week: own events and accepted ones, without those of whole days. */
export const busyTimes = (scope: Scope) => sql`
  select id, title, location, start_time, end_time, updated_at from event_times e
   where user_id = ${scope.userId} and deleted_at is null and not is_all_day and status = 'confirmed'
     and transparency = 'opaque' and start_time >= ${scope.now}::timestamptz - interval '1 day'
     and start_time < ${scope.now}::timestamptz + interval '7 days' and end_time > ${scope.now}::timestamptz
     and (organizer is null or lower(organizer) in (select ${ownAddresses(scope)})
       or not ${hasAnswered(scope, sql`e`, sql`('needs-action', 'declined')`)})
   order by start_time, id limit ${MAX_OF_KIND}`;

/** Whether the person gave one of these answers. */
export const hasAnswered = (scope: Scope, event: SQL, answers: SQL) => sql`exists (
  select from jsonb_array_elements(${event}.participants) as person
   where lower(person ->> 'address') in (select ${ownAddresses(scope)}) and person ->> 'status' in ${answers})`;

export const ownAddresses = ({
  userId,
  email,
}: Scope) => sql`lower(address) from mail_accounts where user_id = ${userId}
  union all select lower(${email}::text)`;
