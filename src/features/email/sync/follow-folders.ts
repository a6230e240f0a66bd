import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import type { MailboxRole } from "../account-model.ts";
import { ARCHIVED } from "../model.ts";
import { emails } from "../tables.ts";
import { lockEmailRows } from "./pending-local-changes.ts";

const BATCH = 1000;
/** Of several folders that have the mail, the first one lists it. */
const ORDER: readonly MailboxRole[] = ["inbox", "archive", "other", "sent", "drafts", "junk", "all"];

/** Archiving replaces a message's category, and a message that leaves the archive has its own again. */
export const categoryIn = ({ role }: { role: MailboxRole }) =>
  role === "archive"
    ? {
        category: ARCHIVED,
        categoryBefore: sql`case when ${emails.category} is distinct from ${ARCHIVED} then ${emails.category} else ${emails.categoryBefore} end`,
      }
    : {
        category: sql`case when ${emails.category} = ${ARCHIVED} then ${emails.categoryBefore} else ${emails.category} end`,
        categoryBefore: null,
      };

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

/**
 * Lists mail where its folders on the server say: in the trash if it is nowhere else, else in the first of them. Mail
 * with pending local changes is not changed. Returns the emails that changed.
 */
async function followPlaces(db: Transaction, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await lockEmailRows(db, userId, ids);
  const { rows } = await db.execute<{ id: string }>(sql`
    with places as (
      select l.email_id, bool_and(b.role = 'trash') as is_trash,
        (array_agg(b.role order by array_position(${sql.param([...ORDER])}::text[], b.role), b.id)
          filter (where b.role <> 'trash'))[1] as role
      from mailbox_messages l join mailboxes b on b.id = l.mailbox_id and b.user_id = l.user_id
      where l.user_id = ${userId} and l.email_id = any (${sql.param([...ids])}::uuid[]) group by l.email_id
    ), listed as (
      select e.id,
        case when p.is_trash then coalesce(e.deleted_at, now()) end as deleted_at,
        case when not is_listed then e.folder when p.role = 'all' then 'archive' else p.role end as folder,
        case when not is_listed or p.role = 'all' then e.category when p.role = 'archive' then ${ARCHIVED}
          when e.category = ${ARCHIVED} then e.category_before else e.category end as category,
        case when not is_listed or p.role = 'all' then e.category_before
          when p.role <> 'archive' then null
          when e.category is distinct from ${ARCHIVED} then e.category else e.category_before end as category_before
      from places p join emails e on e.id = p.email_id and e.user_id = ${userId}
      cross join lateral (select e.status = 'received' and not p.is_trash as is_listed) as decided
    )
    update emails e set deleted_at = v.deleted_at, folder = v.folder, category = v.category,
      category_before = v.category_before, version = e.version + 1
    from listed v
    where e.user_id = ${userId} and e.id = v.id
      and (e.deleted_at, e.folder, e.category, e.category_before)
        is distinct from (v.deleted_at, v.folder, v.category, v.category_before)
      and not exists (select from mail_pending_operations o where o.email_id = e.id and o.state = 'queued')
    returning e.id`);
  return rows.map(({ id }) => id);
}
