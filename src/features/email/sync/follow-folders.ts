import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { followPlaces } from "./follow-places.ts";
import { lockEmailRows } from "./pending-local-changes.ts";

const BATCH = 1000;

/**
 * Emails are listed, read and starred as their folders have them; those with pending local changes are not changed.
 * Returns those that changed.
 */
export async function followFolders(
  db: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  const changed = new Set<string>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    for (const id of await followFlags(db, userId, batch)) changed.add(id);
    for (const id of await followPlaces(db, userId, batch)) changed.add(id);
  }
  return [...changed];
}

/** Updates emails from the flags of their folders; emails with pending local changes are not changed. */
export async function followFlags(
  db: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  await lockEmailRows(db, userId, ids);
  const { rows } = await db.execute<{ id: string }>(sql`
    update emails e
    set is_read = f.seen or e.status <> 'received', is_starred = f.flagged, is_answered = f.answered,
      version = e.version + 1, updated_at = now()
    from (
      select email_id, bool_or('\\Seen' = any(flags)) seen, bool_or('\\Flagged' = any(flags)) flagged,
        bool_or('\\Answered' = any(flags)) answered
      from mailbox_messages
      where user_id = ${userId} and email_id = any(${sql.param([...ids])}::uuid[]) group by email_id
    ) f
    where e.user_id = ${userId} and e.id = f.email_id
      and (e.is_read, e.is_starred, e.is_answered)
        is distinct from (f.seen or e.status <> 'received', f.flagged, f.answered)
      and not exists (select from mail_pending_operations o where o.email_id = e.id and o.state = 'queued')
    returning e.id`);
  return rows.map(({ id }) => id);
}
