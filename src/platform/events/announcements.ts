import { sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/context.ts";
import type { Transaction } from "#platform/database/database.ts";
import { announcements } from "./tables.ts";

/** Channel on which every process hears of committed announcements; the payload is the id of the person told. */
export const ANNOUNCE_CHANNEL = "adjutant_announcements";

/**
 * Writes the facts into the outbox, last in the transaction. One lock per person told makes ids grow in the order of
 * commits, so that a stream can resume after an id without missing one. PostgreSQL delivers the notification when,
 * and only when, the transaction commits.
 */
export async function recordAnnouncements(db: Transaction, facts: readonly Announcement[]): Promise<void> {
  const rows = facts.flatMap(({ resource, ids, audience = [] }) =>
    audience.map((userId) => ({ userId, resource, recordIds: ids })),
  );
  if (rows.length === 0) return;
  const people = [...new Set(rows.map((row) => row.userId))].sort();
  for (const userId of people)
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`announce ${userId}`}, 0)), pg_notify(${ANNOUNCE_CHANNEL}, ${userId})`,
    );
  await db.insert(announcements).values(rows);
}
