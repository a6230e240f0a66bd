import { eq, max, sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";
import { announcements } from "./tables.ts";

/** Channel that notifies every process of committed announcements; the payload is the recipient's user id. */
export const ANNOUNCE_CHANNEL = "adjutant_announcements";

/** Channel for signals to every process, about no person in particular; the payload is a topic. */
export const SIGNAL_CHANNEL = "adjutant_signals";

/** Channel for ephemeral announcements: recipients and the announcement. Stored nowhere. */
export const EPHEMERAL_CHANNEL = "adjutant_whispers";

/** PostgreSQL carries 8,000 bytes in one notification. */
const MAX_RECIPIENTS_PER_NOTIFICATION = 150;

/**
 * Sends these people's open streams something that is worthless a moment later, such as that somebody is typing. It is
 * sent when the transaction commits, never stored, and not repeated after a reconnect.
 */
export async function publishEphemeral(
  db: Transaction,
  { resource, ids, audience }: Required<Announcement>,
): Promise<void> {
  for (let from = 0; from < audience.length; from += MAX_RECIPIENTS_PER_NOTIFICATION) {
    const to = audience.slice(from, from + MAX_RECIPIENTS_PER_NOTIFICATION);
    await db.execute(sql`select pg_notify(${EPHEMERAL_CHANNEL}, ${JSON.stringify({ to, resource, ids })})`);
  }
}

/**
 * Writes the announcements to the outbox, last in the transaction. One lock per recipient makes ids grow in commit
 * order, so that a stream can resume after an id without missing one. PostgreSQL delivers the notification if, and only
 * if, the transaction commits.
 */
export async function recordAnnouncements(db: Transaction, facts: readonly Announcement[]): Promise<void> {
  const rows = facts.flatMap(({ resource, ids, audience = [] }) =>
    audience.map((userId) => ({ user_id: userId, resource, record_ids: ids })),
  );
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into announcements (user_id, resource, record_ids)
    select user_id, resource, record_ids from (
      select user_id, resource, record_ids,
             pg_advisory_xact_lock(hashtextextended('announce ' || user_id, 0)),
             pg_notify(${ANNOUNCE_CHANNEL}, user_id::text)
        from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                        as (user_id uuid, resource text, record_ids text[]))
             with ordinality as fact (user_id, resource, record_ids, place)
       order by user_id, place
    ) told`);
}

/** The id of a person's latest announcement, or 0: ids grow in commit order. */
export async function latestAnnouncement(db: Transaction, userId: string): Promise<number> {
  const [row] = await db
    .select({ id: max(announcements.id) })
    .from(announcements)
    .where(eq(announcements.userId, userId));
  return row?.id ?? 0;
}
