import { finished, type Readable } from "node:stream";
import { and, eq, isNotNull } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import { t } from "#i18n/message.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Transaction } from "#platform/database/database.ts";
import { downloadContent } from "#platform/mail/download-content.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import type { FileContent } from "#platform/storage/stored-files.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { accessTokens } from "../accounts/access-token.ts";
import { imapTransport, resolveAccountServers } from "../accounts/account-servers.ts";
import { emailAttachments, emails, mailboxMessages } from "../tables.ts";
import type { extractAttachment } from "./parse-imported-message.ts";

type FileRow = typeof emailAttachments.$inferSelect;

const NOT_THERE = t`This file is not here, and the mail account that has it cannot be reached`;
const NOT_WHOLE = t`The mail server did not send the whole file. Try again`;

/**
 * A file with its bytes. A file of received mail is downloaded from the account's server on first request, over a
 * separate connection, and then stored.
 */
export async function fetchAttachment(services: Services, userId: string, id: string): Promise<FileRow> {
  const read = <T>(work: (db: Transaction) => Promise<T>) =>
    services.database.transaction(userId, "write", work);
  const [file] = await read((db) =>
    db
      .select()
      .from(emailAttachments)
      .where(and(eq(emailAttachments.id, id), eq(emailAttachments.userId, userId))),
  );
  if (!file) throw notFound(t`File`);
  if (file.storageKey) return file;
  const stored = await services.files.put(await contentOf(services, read, file)).catch((error: unknown) => {
    if (error instanceof AppError || !isImapError(error)) throw error;
    throw new AppError("upstream", NOT_WHOLE);
  });
  const [updated] = await read((db) =>
    db
      .update(emailAttachments)
      .set({ storageKey: stored.key, size: stored.size })
      .where(and(eq(emailAttachments.userId, userId), eq(emailAttachments.id, id)))
      .returning(),
  );
  if (!updated) throw notFound(t`File`);
  return updated;
}

type Read = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>;

/** Limits for a message of 25 MB with its files; more is hostile. */
const taking = work<typeof extractAttachment>("email.extractAttachment", { seconds: 15, megabytes: 512 });

/** From the message imported as a file, or from the account's server. */
async function contentOf(services: Services, read: Read, file: FileRow): Promise<FileContent> {
  const [email] = await read((db) =>
    db
      .select({ id: emails.id, userId: emails.userId, key: emails.sourceStorageKey, size: emails.size })
      .from(emails)
      .where(and(eq(emails.userId, file.userId), eq(emails.id, file.emailId ?? ""))),
  );
  if (!email) throw new AppError("upstream", NOT_THERE);
  const { key, size } = email;
  if (!key) return (await streamFromServer(services, email, file.part ?? "")).content;
  const source = { size: size ?? 0, open: () => services.files.get(key) };
  const bytes = await services.workers
    .run(taking, email.userId, file.position, { bytes: source })
    .catch((error: unknown) => {
      throw error instanceof WorkError ? new AppError("upstream", t`This file cannot be read`) : error;
    });
  if (!bytes) throw new AppError("upstream", NOT_THERE);
  return bytes;
}

/** `size` is null where the server does not know it exactly. A stream that cannot deliver everything fails. */
export type ServerContent = { content: Readable; size: number | null };

/**
 * One part of a message by its number, or the whole message for null, as a stream of any size over a connection of its
 * own, which ends with the stream.
 */
export async function streamFromServer(
  services: Services,
  email: { id: string; userId: string },
  part: string | null,
): Promise<ServerContent> {
  const { secrets, mail, database } = services;
  const [place] = await database.transaction(email.userId, "read", (db) => placesOf(db, email));
  const lines = place && (await resolveAccountServers(secrets, place.account, accessTokens(services)));
  if (!place || !lines || part === "") throw new AppError("upstream", NOT_THERE);
  const client = await mail.openImap(imapTransport(lines)).catch((error: unknown) => {
    throw error instanceof ImapFailure ? new AppError("upstream", NOT_THERE) : error;
  });
  try {
    const { uidValidity } = await client.mailboxOpen(place.path, { readOnly: true });
    if (Number(uidValidity) !== place.uidValidity) throw new AppError("upstream", NOT_THERE);
    const uid = String(place.uid);
    const size = part === null ? await exactSize(client, uid) : null;
    const content = await downloadContent(client, uid, part, size);
    if (!content) throw new AppError("upstream", NOT_THERE);
    finished(content, () => client.close());
    return { content, size };
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Some servers only estimate RFC822.SIZE: it is exact if one byte, and no second one, is at its end. */
async function exactSize(client: ImapFlow, uid: string): Promise<number | null> {
  const found = await client.fetchOne(uid, { size: true }, { uid: true });
  const size = found ? (found.size ?? 0) : 0;
  if (size === 0) return null;
  const end = await client.fetchOne(uid, { source: { start: size - 1, maxLength: 2 } }, { uid: true });
  return end && end.source?.length === 1 ? size : null;
}

/** Failures of a transfer that had begun: the connection broke, or the message disappeared. */
const isImapError = (error: unknown) =>
  error instanceof ImapFailure ||
  /^(Download|NoConnection|EConnectionClosed|ECONNRESET|EPIPE|ETIMEOUT)/.test(
    (error as NodeJS.ErrnoException).code ?? "",
  );

const placesOf = (db: Transaction, { id, userId }: { id: string; userId: string }) =>
  db
    .select({
      account: mailAccounts,
      path: mailboxes.path,
      uidValidity: mailboxes.uidValidity,
      uid: mailboxMessages.uid,
    })
    .from(mailboxMessages)
    .innerJoin(mailboxes, eq(mailboxes.id, mailboxMessages.mailboxId))
    .innerJoin(mailAccounts, eq(mailAccounts.id, mailboxes.accountId))
    .innerJoin(emails, eq(emails.id, mailboxMessages.emailId))
    .where(and(eq(mailboxMessages.emailId, id), eq(emails.userId, userId), isNotNull(mailboxes.uidValidity)))
    .limit(1);
