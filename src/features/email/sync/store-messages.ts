import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { insertRows } from "#platform/database/insert-rows.ts";
import { mailboxes } from "../account-tables.ts";
import { ARCHIVED } from "../model.ts";
import { emailAttachments, emails, mailboxMessages } from "../tables.ts";
import { followFolders } from "./follow-folders.ts";
import { joinThreads } from "./join-threads.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { kindIn, matchEmails } from "./match-emails.ts";
import { hasNoPendingChange, suppressOutboundSync } from "./pending-local-changes.ts";
import type { Envelope } from "./read-envelope.ts";
import { markUnplaced } from "./unplaced-mail.ts";

/** The sync state of the folder after these messages; saved with them, so that a crash resumes right behind them. */
export type Cursor = Partial<
  Pick<
    MailboxRow,
    | "uidValidity"
    | "uidNext"
    | "highestModseq"
    | "backfillUid"
    | "messageCount"
    | "lastFullScanAt"
    | "hasFingerprints"
    | "syncedAt"
  >
>;

export type Stored = { emailId: string; isNew: boolean; envelope: Envelope };

/**
 * Stores messages of a folder with their UIDs; a copy of a message already stored from another folder only gets one more
 * entry.
 */
export async function storeMessages(
  db: Transaction,
  box: MailboxRow,
  envelopes: readonly Envelope[],
  cursor: Cursor,
): Promise<Stored[]> {
  await suppressOutboundSync(db);
  const stored = envelopes.length > 0 ? await storeAll(db, box, envelopes) : [];
  await moveCursor(db, box, cursor, stored.filter(({ isNew }) => isNew).length);
  return stored;
}

/** `syncedCount` is counted, never incremented, so that it cannot drift. */
export async function moveCursor(
  db: Transaction,
  box: MailboxRow,
  cursor: Cursor,
  importedCount = 0,
): Promise<void> {
  const inMailbox = and(eq(mailboxMessages.userId, box.userId), eq(mailboxMessages.mailboxId, box.id));
  const syncedCount = await db.$count(mailboxMessages, inMailbox);
  await db
    .update(mailboxes)
    .set({
      ...cursor,
      syncedCount,
      ...(importedCount > 0 && { importedCount: sql`${mailboxes.importedCount} + ${importedCount}` }),
    })
    .where(and(eq(mailboxes.userId, box.userId), eq(mailboxes.id, box.id)));
  Object.assign(box, cursor, { syncedCount });
}

async function storeAll(db: Transaction, box: MailboxRow, envelopes: readonly Envelope[]): Promise<Stored[]> {
  const { userId } = box;
  const threads = await joinThreads(db, userId, envelopes);
  const { byUid, mistakenIds } = await matchEmails(db, box, envelopes);
  const stored = envelopes.map((envelope) => {
    const match = byUid.get(envelope.uid);
    return {
      ...{ envelope, emailId: match?.emailId ?? randomUUID() },
      ...{ isNew: !match, isRewritten: match?.isRewritten ?? false },
    };
  });
  const added = stored.filter(({ isNew }) => isNew);
  const threadOf = ({ messageId, refs }: Envelope) => threads.get(messageId ?? refs[0] ?? "");
  if (added.length > 0)
    await db.execute(
      insertRows(
        emails,
        added.map(({ emailId, envelope }) => rowOf(box, emailId, envelope, threadOf(envelope))),
      ),
    );
  const files = added.flatMap(({ emailId, envelope }) =>
    envelope.files.map((file, position) => ({ ...file, position, userId, emailId })),
  );
  if (files.length > 0) await db.execute(insertRows(emailAttachments, files));
  const places = stored.map(({ emailId, envelope: { uid, modseq, flags } }) => ({
    ...{ mailboxId: box.id, userId, emailId, uid, modseq, flags },
  }));
  await db.execute(sql`${insertRows(mailboxMessages, places)}
    on conflict (mailbox_id, uid) do update set modseq = excluded.modseq, flags = excluded.flags`);
  const known = stored.filter(({ isNew }) => !isNew);
  await recordFingerprints(db, box, known);
  for (const each of known) if (each.isRewritten) await rewriteDraft(db, box, each);
  await separateMistaken(db, box, mistakenIds);
  await followFolders(db, userId, [...known.map(({ emailId }) => emailId), ...mistakenIds]);
  return stored;
}

/** They are in this folder now, so they are not missing any more. */
async function recordFingerprints(
  db: Transaction,
  { userId }: MailboxRow,
  stored: readonly Stored[],
): Promise<void> {
  const ids = stored.map(({ emailId }) => emailId);
  const fingerprints = stored.map(({ envelope }) => envelope.fingerprint);
  if (ids.length > 0)
    await db.execute(sql`
      update emails e set fingerprint = v.fingerprint, is_unplaced = false
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(fingerprints)}::text[]) as v (id, fingerprint)
      where e.user_id = ${userId} and e.id = v.id and (e.fingerprint is distinct from v.fingerprint or e.is_unplaced)`);
}

/** Their text may be that of the other message: it is fetched again. */
async function separateMistaken(db: Transaction, box: MailboxRow, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(emails)
    .set({ bodyState: "none" })
    .where(and(eq(emails.userId, box.userId), inArray(emails.id, ids), eq(emails.status, "received")));
  await markUnplaced(db, box, ids);
}

/** Edited in another program under the same Message-ID: its body is fetched again, unless it was also edited here. */
async function rewriteDraft(db: Transaction, box: MailboxRow, { emailId, envelope }: Stored): Promise<void> {
  const { subject, recipients, cc, bcc, files } = envelope;
  const hasAttachments = files.some(({ isInline }) => !isInline);
  const fields = { subject, recipients, cc, bcc, hasAttachments, bodyState: "none" as const };
  const rewritten = await db
    .update(emails)
    .set({ ...fields, updatedAt: sql`now()`, version: sql`${emails.version} + 1` })
    .where(
      and(
        eq(emails.userId, box.userId),
        eq(emails.id, emailId),
        eq(emails.status, "draft"),
        hasNoPendingChange(db),
      ),
    )
    .returning({ userId: emails.userId });
  const [{ userId } = { userId: "" }] = rewritten;
  if (rewritten.length === 0) return;
  await db
    .update(emailAttachments)
    .set({ emailId: null })
    .where(and(eq(emailAttachments.userId, userId), eq(emailAttachments.emailId, emailId)));
  const rows = files.map((file, position) => ({ ...file, position, userId, emailId }));
  if (rows.length > 0) await db.insert(emailAttachments).values(rows);
}

type NewEmail = typeof emails.$inferInsert;

function rowOf(box: MailboxRow, id: string, envelope: Envelope, threadId: string | undefined): NewEmail {
  const { flags, received, uid: _, modseq: __, files, textSize: ___, formerId: ____, ...fields } = envelope;
  const kind = kindIn(box, envelope);
  const isSent = kind === "sent";
  return {
    ...fields,
    id,
    provenance: "mail",
    userId: box.userId,
    accountId: box.accountId,
    threadId: threadId ?? randomUUID(),
    body: "",
    bodyState: "none",
    status: kind,
    sentAt: isSent ? received : null,
    folder: kind === "draft" ? "drafts" : folderOf(box),
    category: box.role === "archive" ? ARCHIVED : null,
    archivedAt: box.role === "archive" ? received : null,
    isRead: kind !== "received" || flags.includes("\\Seen"),
    isStarred: flags.includes("\\Flagged"),
    isAnswered: flags.includes("\\Answered"),
    hasAttachments: files.some(({ isInline }) => !isInline),
    receivedAt: kind === "received" ? received : null,
    // The server does not say when it was deleted.
    deletedAt: box.role === "trash" ? received : null,
    createdAt: inOrder(received, envelope.uid),
    updatedAt: received,
  };
}

/** Servers store arrival times in seconds; messages of the same second are ordered by UID. */
const inOrder = (received: Date, uid: number) =>
  received.getMilliseconds() === 0 ? new Date(received.getTime() + (uid % 1000)) : received;

/** A message in the trash keeps its status; restoring it moves it to the inbox. */
const folderOf = ({ role }: MailboxRow) => (role === "all" ? "archive" : role === "trash" ? "inbox" : role);
