import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { insertRows } from "#platform/database/insert-rows.ts";
import { mailboxes } from "../account-tables.ts";
import { ARCHIVED } from "../model.ts";
import { emailAttachments, emails, mailboxMessages } from "../tables.ts";
import { joinThreads } from "./join-threads.ts";
import {
  hasNoPendingChange,
  isInNoOtherMailbox,
  lockEmailRows,
  suppressOutboundSync,
} from "./pending-local-changes.ts";
import type { Envelope } from "./read-envelope.ts";

export type MailboxRow = typeof mailboxes.$inferSelect;
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
    | "syncedAt"
  >
>;

export type Stored = { emailId: string; isNew: boolean; envelope: Envelope };

/**
 * Stores messages of a folder with their UIDs; a message already stored from another folder only gets one more entry.
 */
export async function storeMessages(
  db: Transaction,
  box: MailboxRow,
  envelopes: readonly Envelope[],
  cursor: Cursor,
): Promise<Stored[]> {
  await suppressOutboundSync(db);
  const stored = envelopes.length > 0 ? await storeAll(db, box, envelopes) : [];
  // A message that is twice in the folder is one email.
  const newIds = new Set(stored.flatMap(({ emailId, isNew }) => (isNew ? [emailId] : [])));
  await moveCursor(db, box, cursor, newIds.size);
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
  const { userId, accountId } = box;
  const threads = await joinThreads(db, userId, envelopes);
  const ids = [...new Set(envelopes.map(({ messageId }) => messageId))];
  // One lookup per id, as for threads.
  const { rows: present } = await db.execute<Identity>(sql`
    select e.id, e.message_id as "messageId", e.status from unnest(${sql.param(ids)}::text[]) as wanted (id)
    cross join lateral (
      select id, message_id, status from emails
      where user_id = ${userId} and account_id = ${accountId} and message_id = wanted.id offset 0) as e`);
  // Mail to oneself exists twice, as sent and as received, and a draft may have had the same id. In the trash it may be
  // any of them.
  const match = (envelope: Envelope) => {
    const same = present.filter(({ messageId }) => messageId === envelope.messageId);
    const exact = same.find(({ status }) => kindOf(status) === kindIn(box, envelope));
    return (exact ?? (box.role === "trash" ? same[0] : undefined))?.id;
  };
  const known = await knownPlaces(db, box, envelopes);
  const unknown = new Map(envelopes.filter((each) => !match(each)).map((each) => [each.messageId, each]));
  const rows = [...unknown.values()].map((each) => rowOf(box, each, threads.get(each.messageId)));
  const inserted = await insertEmails(db, rows);
  present.push(...inserted);
  const files = inserted.flatMap(({ id, messageId }) =>
    (unknown.get(messageId ?? "")?.files ?? []).map((file, place) => ({
      ...file,
      place,
      userId,
      emailId: id,
    })),
  );
  if (files.length > 0) await db.execute(insertRows(emailAttachments, files));
  const fresh = new Set(inserted.map(({ id }) => id));
  const stored = envelopes.flatMap((envelope) => {
    const emailId = match(envelope);
    return emailId ? [{ emailId, envelope, isNew: fresh.has(emailId) }] : [];
  });
  const places = stored.map(({ emailId, envelope: { uid, modseq, flags } }) => ({
    ...{ mailboxId: box.id, userId, emailId, uid, modseq, flags },
  }));
  await db.execute(sql`${insertRows(mailboxMessages, places)}
    on conflict (mailbox_id, uid) do update set
      email_id = excluded.email_id, modseq = excluded.modseq, flags = excluded.flags`);
  // It is still on the server: what looked deleted there was moved.
  const knownIds = stored.filter(({ isNew }) => !isNew).map(({ emailId }) => emailId);
  if (knownIds.length > 0) await applyFolder(db, box, knownIds);
  const rewritten = stored.filter(({ isNew, envelope }) => !isNew && !known.has(envelope.uid));
  if (box.role === "drafts") for (const each of rewritten) await rewriteDraft(db, box, each);
  return stored;
}

type Kind = "received" | "sent" | "draft";

const kindOf = (status: typeof emails.$inferSelect.status): Kind =>
  status === "received" || status === "draft" ? status : "sent";

/** A folder of all mail holds drafts as well. */
const kindIn = ({ role }: MailboxRow, { flags }: Envelope): Kind =>
  role === "sent"
    ? "sent"
    : role === "drafts" || (role === "all" && flags.includes("\\Draft"))
      ? "draft"
      : "received";

async function knownPlaces(
  db: Transaction,
  box: MailboxRow,
  envelopes: readonly Envelope[],
): Promise<Set<number>> {
  if (box.role !== "drafts" || envelopes.length === 0) return new Set();
  const uids = envelopes.map(({ uid }) => uid);
  const places = await db
    .select({ uid: mailboxMessages.uid })
    .from(mailboxMessages)
    .where(
      and(
        eq(mailboxMessages.userId, box.userId),
        eq(mailboxMessages.mailboxId, box.id),
        inArray(mailboxMessages.uid, uids),
      ),
    );
  return new Set(places.map(({ uid }) => uid));
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
  const rows = files.map((file, place) => ({ ...file, place, userId, emailId }));
  if (rows.length > 0) await db.insert(emailAttachments).values(rows);
}

type Identity = Pick<typeof emails.$inferSelect, "id" | "messageId" | "status">;

async function insertEmails(db: Transaction, rows: readonly NewEmail[]): Promise<Identity[]> {
  if (rows.length === 0) return [];
  const { rows: inserted } = await db.execute<{ id: string; message_id: string; status: Identity["status"] }>(
    sql`${insertRows(emails, rows)} returning id, message_id, status`,
  );
  return inserted.map(({ id, message_id, status }) => ({ id, messageId: message_id, status }));
}

type NewEmail = typeof emails.$inferInsert;

function rowOf(box: MailboxRow, envelope: Envelope, threadId: string | undefined): NewEmail {
  const { flags, received, uid: _, modseq: __, files, textSize: ___, ...fields } = envelope;
  const kind = kindIn(box, envelope);
  const isSent = kind === "sent";
  return {
    ...fields,
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

/** Archiving replaces a message's category, and a message that leaves the archive has its own again. */
export const categoryIn = ({ role }: Pick<MailboxRow, "role">) =>
  role === "archive"
    ? {
        category: ARCHIVED,
        categoryBefore: sql`case when ${emails.category} is distinct from ${ARCHIVED} then ${emails.category} else ${emails.categoryBefore} end`,
      }
    : {
        category: sql`case when ${emails.category} = ${ARCHIVED} then ${emails.categoryBefore} else ${emails.category} end`,
        categoryBefore: null,
      };

/** A known message that appears in a folder is now there, unless its owner has a pending local change. */
export async function applyFolder(db: Transaction, box: MailboxRow, ids: string[]): Promise<void> {
  if (box.role === "sent" || box.role === "all") return;
  await lockEmailRows(db, box.userId, ids);
  if (box.role === "drafts") return restoreDrafts(db, box.userId, ids);
  if (box.role === "trash") return trashDeleted(db, box.userId, ids);
  await db
    .update(emails)
    .set({
      deletedAt: null,
      folder: folderOf(box),
      ...categoryIn(box),
      version: sql`${emails.version} + 1`,
    })
    .where(
      and(
        eq(emails.userId, box.userId),
        inArray(emails.id, ids),
        hasNoPendingChange(db),
        sql`${emails.status} = 'received'`,
      ),
    );
}

/** Restores drafts that seemed deleted on the server. */
async function restoreDrafts(db: Transaction, userId: string, ids: string[]): Promise<void> {
  await db
    .update(emails)
    .set({ deletedAt: null, version: sql`${emails.version} + 1` })
    .where(
      and(
        eq(emails.userId, userId),
        inArray(emails.id, ids),
        isNotNull(emails.deletedAt),
        hasNoPendingChange(db),
        eq(emails.status, "draft"),
      ),
    );
}

/** Deleted in another program. Messages that are also in another folder are not. */
async function trashDeleted(db: Transaction, userId: string, ids: string[]): Promise<void> {
  await db
    .update(emails)
    .set({ deletedAt: sql`now()`, version: sql`${emails.version} + 1` })
    .where(
      and(
        eq(emails.userId, userId),
        inArray(emails.id, ids),
        isNull(emails.deletedAt),
        isInNoOtherMailbox(db),
        hasNoPendingChange(db),
      ),
    );
}
