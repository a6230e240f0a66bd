import { sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/context.ts";
import type { Transaction } from "#platform/database/database.ts";
import { announcements } from "./tables.ts";

/** Channel on which every process hears of committed announcements; the payload is the id of the person told. */
export const ANNOUNCE_CHANNEL = "adjutant_announcements";

/** Writes the facts into the outbox; PostgreSQL delivers the notification when, and only when, the transaction commits. */
export async function recordAnnouncements(db: Transaction, facts: readonly Announcement[]): Promise<void> {
  const rows = facts.flatMap((fact) =>
    (fact.audience ?? []).map((userId) => ({ userId, resource: fact.resource, recordIds: fact.ids })),
  );
  if (rows.length === 0) return;
  await db.insert(announcements).values(rows);
  for (const userId of new Set(rows.map((row) => row.userId)))
    await db.execute(sql`select pg_notify(${ANNOUNCE_CHANNEL}, ${userId})`);
}
