import { eq, max, sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";
import { announcements } from "./tables.ts";

/** Channel on which every process hears of committed announcements; the payload is the id of the person told. */
export const ANNOUNCE_CHANNEL = "adjutant_announcements";

/** Channel for what concerns every process and no person in particular; the payload is a topic. */
export const SIGNAL_CHANNEL = "adjutant_signals";

/** Channel for what is said in passing: who hears it, and the fact. Stored nowhere. */
export const EPHEMERAL_CHANNEL = "adjutant_whispers";

/** PostgreSQL carries 8,000 bytes in one notification. */
const MAX_RECIPIENTS_PER_NOTIFICATION = 150;

/**
 * Tells these people's open streams something that is worth nothing a moment later, such as that somebody is typing. It
 * leaves with the transaction, is never stored, and is not heard again after a reconnect.
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
 * Writes the facts into the outbox, last in the transaction. One lock per person told makes ids grow in the order of
 * commits, so that a stream can resume after an id without missing one. PostgreSQL delivers the notification when,
 * and only when, the transaction commits.
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

/** The last fact that a person was told, or 0: ids grow in the order in which facts became true. */
export async function latestAnnouncement(db: Transaction, userId: string): Promise<number> {
  const [row] = await db
    .select({ id: max(announcements.id) })
    .from(announcements)
    .where(eq(announcements.userId, userId));
  return row?.id ?? 0;
}
