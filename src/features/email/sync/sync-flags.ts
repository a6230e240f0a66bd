import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { mailboxMessages } from "../tables.ts";
import { followPlaces } from "./follow-places.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { lockEmailRows, suppressOutboundSync } from "./pending-local-changes.ts";
import { markUnplaced } from "./unplaced-mail.ts";

export type FlagChange = { uid: number; modseq: bigint | null; flags: string[] };

/** Stores flags as reported by the server. Returns the emails that changed. */
export async function storeFlags(
  db: Transaction,
  box: MailboxRow,
  changes: readonly FlagChange[],
): Promise<string[]> {
  if (changes.length === 0) return [];
  await suppressOutboundSync(db);
  const given = JSON.stringify(
    changes.map(({ uid, modseq, flags }) => ({ uid, flags, modseq: modseq?.toString() ?? null })),
  );
  const { rows } = await db.execute<{ email_id: string }>(sql`
    update mailbox_messages l
    set flags = array(select jsonb_array_elements_text(v.value->'flags')), modseq = (v.value->>'modseq')::bigint
    from jsonb_array_elements(${given}::jsonb) v
    where l.user_id = ${box.userId} and l.mailbox_id = ${box.id} and l.uid = (v.value->>'uid')::bigint
    returning l.email_id`);
  const ids = [...new Set(rows.map(({ email_id }) => email_id))];
  return followFlags(db, box.userId, ids);
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

/** Removes messages that left a folder. Those in no folder any more are looked for in the others first. */
export async function removeMailboxMessages(
  db: Transaction,
  box: MailboxRow,
  uids: readonly number[],
): Promise<string[]> {
  if (uids.length === 0) return [];
  await suppressOutboundSync(db);
  const removed = await db
    .delete(mailboxMessages)
    .where(
      and(
        eq(mailboxMessages.userId, box.userId),
        eq(mailboxMessages.mailboxId, box.id),
        inArray(mailboxMessages.uid, [...uids]),
      ),
    )
    .returning({ emailId: mailboxMessages.emailId });
  const ids = removed.map(({ emailId }) => emailId);
  await markUnplaced(db, box, ids);
  const changedIds = await followFlags(db, box.userId, ids);
  return [...new Set([...changedIds, ...(await followPlaces(db, box.userId, ids))])];
}
