import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { composeCopy } from "#platform/mail/compose.ts";
import { downloadContent } from "#platform/mail/download-content.ts";
import { newMessageId } from "#platform/mail/message.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { mailPendingOperations } from "../account-tables.ts";
import { smtpTransport } from "../accounts/account-servers.ts";
import { buildMessage } from "../delivery/build-message.ts";
import type { ImapReplay } from "../operations-run.ts";
import { emailAttachments, emails, mailboxMessages } from "../tables.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { suppressOutboundSync } from "./pending-local-changes.ts";

type Copies = { box: MailboxRow; uids: number[] };

/**
 * Syncs a draft to the Drafts folder: one copy of the newest text, and none of a draft that was sent, deleted or moved
 * to another account. The new copy is appended before the old one is deleted. The operation is done if the draft was
 * not edited meanwhile; otherwise it runs again.
 */
export async function appendDraft(
  run: ImapReplay,
  { id, emailId }: { id: string; emailId: string },
): Promise<void> {
  const box = run.boxes.find(({ role }) => role === "drafts");
  const finish = (db: Transaction) =>
    db
      .update(mailPendingOperations)
      .set({ state: "done" })
      .where(and(eq(mailPendingOperations.userId, run.userId), eq(mailPendingOperations.id, id)));
  if (!box) return void (await run.read(finish));
  const copies = await copiesOf(run, box, emailId);
  const { message, version } = await composeDraft(run, emailId);
  const { client } = run;
  const { uidValidity } = await client.mailboxOpen(box.path);
  const isSame = Number(uidValidity) === box.uidValidity;
  const placed = message && (await append(client, box, message));
  if (isSame && copies.uids.length > 0) await client.messageDelete(copies.uids.join(","), { uid: true });
  await run.read(async (db) => {
    const here = and(eq(mailboxMessages.userId, run.userId), eq(mailboxMessages.mailboxId, box.id));
    if (copies.uids.length > 0)
      await db.delete(mailboxMessages).where(and(here, inArray(mailboxMessages.uid, copies.uids)));
    if (placed && isSame) await clearFingerprint(db, run.userId, emailId);
    if (placed && isSame)
      await db
        .insert(mailboxMessages)
        .values({ mailboxId: box.id, userId: box.userId, emailId, uid: placed, flags: ["\\Draft", "\\Seen"] })
        .onConflictDoNothing();
    await db.execute(sql`update mailboxes set
      synced_count = (select count(*) from mailbox_messages where mailbox_id = ${box.id}) where id = ${box.id} and user_id = ${run.userId}`);
    if ((await versionOf(db, run.userId, emailId)) === version) await finish(db);
  });
  const change = (placed && isSame ? 1 : 0) - copies.uids.length;
  box.messageCount = Math.max(0, box.messageCount + change);
  box.syncedCount = Math.max(0, box.syncedCount + change);
}

/** The copy has other bytes than the one before it. */
const clearFingerprint = (db: Transaction, userId: string, emailId: string) =>
  db
    .update(emails)
    .set({ fingerprint: null, isUnplaced: false })
    .where(and(eq(emails.userId, userId), eq(emails.id, emailId)));

/** Locks the draft: an edit waits until this transaction has decided whether the operation is done. */
async function versionOf(db: Transaction, userId: string, emailId: string): Promise<number | null> {
  const [email] = await db
    .select({ version: emails.version })
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.id, emailId)))
    .for("update");
  return email?.version ?? null;
}

const copiesOf = ({ read }: ImapReplay, box: MailboxRow, emailId: string) =>
  read(async (db): Promise<Copies> => {
    const rows = await db
      .select({ uid: mailboxMessages.uid })
      .from(mailboxMessages)
      .where(
        and(
          eq(mailboxMessages.userId, box.userId),
          eq(mailboxMessages.mailboxId, box.id),
          eq(mailboxMessages.emailId, emailId),
        ),
      );
    return { box, uids: rows.map(({ uid }) => uid) };
  });

/** Null where it is not a draft of this account. Sets the Message-ID, which identifies the copy later. */
const composeDraft = ({ read, accountId, userId, lines, files }: ImapReplay, emailId: string) =>
  read(async (db) => {
    await suppressOutboundSync(db);
    const isDraft = and(
      eq(emails.userId, userId),
      eq(emails.id, emailId),
      eq(emails.accountId, accountId),
      eq(emails.status, "draft"),
      isNull(emails.deletedAt),
      eq(emails.bodyState, "full"),
    );
    const [email] = await db
      .update(emails)
      .set({ messageId: sql`coalesce(${emails.messageId}, ${newMessageId(lines.address)})` })
      .where(isDraft)
      .returning();
    const message =
      email && (await composeCopy(smtpTransport(lines), await buildMessage({ db, files }, email)));
    return { message: message ?? null, version: await versionOf(db, userId, emailId) };
  });

type Copy = { messageId: string; bytes: Buffer };

/** The UID of the copy, found by a search on servers without UIDPLUS. */
async function append(client: ImapFlow, box: MailboxRow, { messageId, bytes }: Copy): Promise<number | null> {
  const appended = await client.append(box.path, bytes, ["\\Draft", "\\Seen"]);
  if (appended && appended.uid !== undefined) return appended.uid;
  const found = await client.search({ header: { "message-id": messageId } }, { uid: true });
  return (found || []).toSorted((one, other) => one - other).at(-1) ?? null;
}

/** Downloads and stores the files of drafts at once, because the drafts are sent from here. */
export async function storeDraftFiles(
  run: Pick<ImapReplay, "client" | "boxes" | "files" | "write" | "read">,
): Promise<void> {
  const box = run.boxes.find(({ role }) => role === "drafts");
  if (!box) return;
  const pendingFiles = await run.read((db) =>
    db
      .select({ id: emailAttachments.id, part: emailAttachments.part, uid: mailboxMessages.uid })
      .from(emailAttachments)
      .innerJoin(mailboxMessages, eq(mailboxMessages.emailId, emailAttachments.emailId))
      .where(
        and(
          eq(mailboxMessages.userId, box.userId),
          eq(mailboxMessages.mailboxId, box.id),
          isNull(emailAttachments.storageKey),
        ),
      )
      .limit(50),
  );
  if (pendingFiles.length === 0) return;
  await run.client.mailboxOpen(box.path, { readOnly: true });
  for (const { id, part, uid } of pendingFiles) {
    if (!part) continue;
    const stored = await storeContent(run, uid, part);
    if (!stored) continue;
    const { key, size } = stored;
    await run.write(async (db) => {
      await db
        .update(emailAttachments)
        .set({ storageKey: key, size })
        .where(and(eq(emailAttachments.userId, box.userId), eq(emailAttachments.id, id)));
      return [];
    });
  }
}

/** Null where the server does not send the whole file: it is fetched again later, or when somebody opens it. */
async function storeContent(
  { client, files }: Pick<ImapReplay, "client" | "files">,
  uid: number,
  part: string,
) {
  try {
    const content = await downloadContent(client, String(uid), part);
    return content && (await files.put(content));
  } catch (error) {
    if (!client.usable || !(error instanceof ImapFailure)) throw error;
    return null;
  }
}
