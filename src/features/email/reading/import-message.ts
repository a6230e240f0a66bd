import { and, eq, isNotNull, isNull, notLike, or } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Transaction } from "#platform/database/database.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { StoredFile } from "#platform/storage/stored-files.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { mailAccounts } from "../account-tables.ts";
import { MAX_SUBJECT } from "../fields.ts";
import { joinThreads } from "../sync/join-threads.ts";
import { addressLine, dateOf, isAutomatic, line, priorityOf } from "../sync/read-envelope.ts";
import { emailAttachments, emails } from "../tables.ts";
import { cleanName } from "../writing/attach-files.ts";
import { madeUpId, messageIdIn, referencesIn } from "./message-ids.ts";
import type { ImportedMessage, parseImportedMessage } from "./parse-imported-message.ts";

/** A message of 25 MB with its files; what costs more is hostile. */
const reading = work<typeof parseImportedMessage>("email.parseImportedMessage", {
  seconds: 15,
  megabytes: 512,
});

export type Imported = { id: string; isKnown: boolean };

/**
 * Imports a message from a file into the mailbox, with its own date, marked read. If the same message is here already,
 * returns that email and does not duplicate it; restores it from the trash. A Message-ID alone makes no two messages
 * the same (decision 0100).
 */
export async function importMessage(services: Services, actor: Actor, stored: StoredFile): Promise<Imported> {
  const message = await read(services, actor.userId, stored);
  return services.database.transaction(actor.userId, "write", async (db) => {
    const messageId = messageIdIn(message.messageId) ?? madeUpId(stored.sha256.slice(0, 40));
    const [inReplyTo = null] = referencesIn(message.inReplyTo).slice(-1);
    const quoted = [...referencesIn(message.references), ...(inReplyTo ? [inReplyTo] : [])];
    const refs = [...new Set(quoted)].slice(-50);
    // The lock prevents a second import of the same message between this check and the insert.
    const threads = await joinThreads(db, actor.userId, [{ messageId, refs }]);
    const known = await findKnown(db, actor.userId, {
      ...{ messageId, size: stored.size, fingerprint: fileFingerprint(stored) },
      ...{ subject: line(message.subject, MAX_SUBJECT), sender: senderOf(message) },
    });
    const id = known ?? (await insert(db, actor, message, { messageId, inReplyTo, refs }, stored, threads));
    await recordAnnouncements(db, [{ resource: "emails", ids: [id], audience: [actor.userId] }]);
    return { id, isKnown: known !== null };
  });
}

async function read(
  { workers, files }: Services,
  userId: string,
  { key, size }: StoredFile,
): Promise<ImportedMessage> {
  const message = await workers
    .run(reading, userId, null, { bytes: { size, open: () => files.get(key) } })
    .catch((error: unknown) => {
      if (!(error instanceof WorkError) || error.reason === "closed" || error.reason === "busy") throw error;
      throw new AppError("invalid", t`This message cannot be read: it takes too long or too much room`);
    });
  if (!message) throw new AppError("invalid", t`This file is not an email message`);
  return message;
}

type Identity = { messageId: string; fingerprint: string; size: number; subject: string; sender: string };

/** Of all its bytes, which only a file has. */
const FILE = "file:";
const fileFingerprint = ({ sha256 }: StoredFile) => `${FILE}${sha256}`;

/**
 * The same bytes, or, where these are not known, the same id, subject, sender and size. Mail that was written or
 * delivered here has no size.
 */
async function findKnown(db: Transaction, userId: string, known: Identity): Promise<string | null> {
  const isSame = and(
    or(isNull(emails.fingerprint), notLike(emails.fingerprint, `${FILE}%`)),
    eq(emails.subject, known.subject),
    eq(emails.sender, known.sender),
    or(eq(emails.size, known.size), isNull(emails.size)),
  );
  const rows = await db
    .select({ id: emails.id, deletedAt: emails.deletedAt })
    .from(emails)
    .where(
      and(
        eq(emails.userId, userId),
        eq(emails.messageId, known.messageId),
        or(eq(emails.fingerprint, known.fingerprint), isSame),
      ),
    )
    .limit(10);
  const found = rows.find(({ deletedAt }) => deletedAt === null) ?? rows[0];
  if (!found) return null;
  if (found.deletedAt)
    await db
      .update(emails)
      .set({ deletedAt: null })
      .where(and(eq(emails.userId, userId), eq(emails.id, found.id), isNotNull(emails.deletedAt)));
  return found.id;
}

const senderOf = ({ from: [from] }: ImportedMessage): string => (from ? addressLine(from) : "");

type Ids = { messageId: string; inReplyTo: string | null; refs: string[] };

async function insert(
  db: Transaction,
  actor: Actor,
  message: ImportedMessage,
  ids: Ids,
  stored: StoredFile,
  threads: ReadonlyMap<string, string>,
): Promise<string> {
  const [from] = message.from;
  const isOwn = from !== undefined && (await isOwnAddress(db, actor, from.address));
  const [answersTo] = message.replyTo;
  const at = dateOf(message.date) ?? new Date();
  const threadId = threads.get(ids.messageId);
  const row = await db
    .insert(emails)
    .values({
      ...ids,
      ...(threadId && { threadId }),
      userId: actor.userId,
      provenance: "mail",
      subject: line(message.subject, MAX_SUBJECT),
      sender: senderOf(message),
      replyTo: answersTo && answersTo.address !== from?.address ? addressLine(answersTo) : null,
      recipients: message.to.map(addressLine),
      cc: message.cc.map(addressLine),
      bcc: message.bcc.map(addressLine),
      body: message.text,
      html: message.html,
      bodyError: message.fault,
      calendarMethod: message.calendar?.method ?? null,
      calendarText: message.calendar?.text ?? null,
      priority: priorityOf(message.headers),
      isAutomatic: isAutomatic(message.headers),
      listUnsubscribe: message.headers["list-unsubscribe"]
        ? line(message.headers["list-unsubscribe"], 2000)
        : null,
      // The person importing the file may have written it: the signature was not checked by the reader's mail server.
      isOneClickUnsubscribe: false,
      status: isOwn ? "sent" : "received",
      sentAt: isOwn ? at : null,
      receivedAt: isOwn ? null : at,
      folder: isOwn ? "sent" : "inbox",
      isRead: true,
      hasAttachments: message.files.some(({ isInline }) => !isInline),
      size: stored.size,
      fingerprint: fileFingerprint(stored),
      sourceStorageKey: stored.key,
      createdAt: at,
      updatedAt: at,
    })
    .returning({ id: emails.id })
    .then(returnedRow);
  await insertFiles(db, actor, message.files, row.id);
  return row.id;
}

async function isOwnAddress(db: Transaction, actor: Actor, address: string): Promise<boolean> {
  const accounts = await db
    .select({ address: mailAccounts.address })
    .from(mailAccounts)
    .where(eq(mailAccounts.userId, actor.userId));
  return [actor.email, ...accounts.map((account) => account.address)].some(
    (own) => own.toLowerCase() === address.toLowerCase(),
  );
}

async function insertFiles(
  db: Transaction,
  actor: Actor,
  files: ImportedMessage["files"],
  emailId: string,
): Promise<void> {
  if (files.length === 0) return;
  await db.insert(emailAttachments).values(
    files.map((file, position) => ({
      ...file,
      ...{ position, userId: actor.userId, emailId },
      filename: cleanName(file.filename || "file"),
      contentType: /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(file.contentType)
        ? file.contentType
        : "application/octet-stream",
    })),
  );
}
