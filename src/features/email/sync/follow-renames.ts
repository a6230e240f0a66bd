import { and, desc, eq, sql } from "drizzle-orm";
import type { ImapFlow, ListResponse } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { mailboxes } from "../account-tables.ts";
import { emails, mailboxMessages } from "../tables.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { fetchEnvelopes } from "./read-envelope.ts";

type Held = { accountId: string; userId: string };
type Read = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>;
type Listed = Pick<ListResponse, "path" | "name" | "delimiter">;

/** More new folders at once are read as new ones. */
const MAX_COMPARED = 100;
const COMPARED_MESSAGES = 3;

/**
 * A folder that was renamed elsewhere keeps its messages: it is a new name with the UIDVALIDITY of a folder that is gone,
 * and with the same newest messages, because some servers give many folders one UIDVALIDITY. Returns those that are gone.
 */
export async function followRenames(
  client: ImapFlow,
  { accountId, userId }: Held,
  read: Read,
  listed: readonly Listed[],
): Promise<MailboxRow[]> {
  const own = and(eq(mailboxes.userId, userId), eq(mailboxes.accountId, accountId));
  const known = await read((db) => db.select().from(mailboxes).where(own));
  const added = listed.filter(({ path }) => known.every((box) => box.path !== path));
  const gone = known.filter((box) => listed.every(({ path }) => path !== box.path));
  for (const each of added.slice(0, gone.length > 0 ? MAX_COMPARED : 0)) {
    // It may be gone again, or not be readable.
    const state = await client.mailboxOpen(each.path, { readOnly: true }).catch(() => null);
    if (!state) continue;
    for (const [at, box] of gone.entries()) {
      if (Number(state.uidValidity) !== box.uidValidity || state.uidNext < (box.uidNext ?? 1)) continue;
      if (!(await hasMessagesOf(client, read, box, state.exists))) continue;
      gone.splice(at, 1);
      await read((db) => rename(db, box, each));
      break;
    }
  }
  return gone;
}

async function hasMessagesOf(
  client: ImapFlow,
  read: Read,
  box: MailboxRow,
  exists: number,
): Promise<boolean> {
  const newest = await read((db) =>
    db
      .select({ uid: mailboxMessages.uid, fingerprint: emails.fingerprint })
      .from(mailboxMessages)
      .innerJoin(emails, and(eq(emails.id, mailboxMessages.emailId), eq(emails.userId, box.userId)))
      .where(and(eq(mailboxMessages.userId, box.userId), eq(mailboxMessages.mailboxId, box.id)))
      .orderBy(desc(mailboxMessages.uid))
      .limit(COMPARED_MESSAGES),
  );
  if (newest.length === 0) return exists === 0;
  const there = await fetchEnvelopes(
    client,
    newest.map(({ uid }) => uid),
  );
  return (
    there.length > 0 &&
    there.every(
      ({ uid, fingerprint }) => newest.find((each) => each.uid === uid)?.fingerprint === fingerprint,
    )
  );
}

/** Moves into it that wait have its name. */
async function rename(db: Transaction, { id, userId, accountId, path: before }: MailboxRow, to: Listed) {
  const { path, name, delimiter } = to;
  await db
    .update(mailboxes)
    .set({ path, name, delimiter })
    .where(and(eq(mailboxes.userId, userId), eq(mailboxes.id, id)));
  await db.execute(sql`
    update mail_pending_operations set detail = jsonb_set(detail, '{path}', to_jsonb(${path}::text))
    where user_id = ${userId} and account_id = ${accountId} and state = 'queued' and detail->>'path' = ${before}`);
}
