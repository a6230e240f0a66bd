import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { mailboxMessages } from "../tables.ts";
import { followFlags, followFolders } from "./follow-folders.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { suppressOutboundSync } from "./pending-local-changes.ts";
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
  return followFolders(db, box.userId, ids);
}
