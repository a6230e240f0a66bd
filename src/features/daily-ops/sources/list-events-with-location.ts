import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";

export type EventWithLocation = { id: string; title: string; startTime: Date; location: string };

const MAX_EVENTS = 3;

/** The next events within a day at a place to travel to: neither only a room name nor a link. */
export async function nextEventsWithLocation({ db, actor, now }: SignedIn): Promise<EventWithLocation[]> {
  const { rows } = await db.execute<{ id: string; title: string; start: string; location: string }>(sql`
    select id, left(title, 200) as title, start_time::text as start, left(location, 300) as location
      from event_times
     where user_id = ${actor.userId} and deleted_at is null and status <> 'cancelled' and not is_all_day
       and start_time > ${now}::timestamptz and start_time < ${now}::timestamptz + interval '1 day'
       and location ~ ',' and location !~* '^https?:'
     order by start_time, id limit ${MAX_EVENTS}`);
  return rows.map(({ id, title, start, location }) => ({ id, title, startTime: new Date(start), location }));
}
