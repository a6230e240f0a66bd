import { and, eq, isNotNull } from "drizzle-orm";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Transaction } from "#platform/database/database.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { accessTokens } from "../accounts/access-token.ts";
import { imapTransport, resolveAccountServers } from "../accounts/account-servers.ts";
import { emailAttachments, emails, mailboxMessages } from "../tables.ts";
import type { extractAttachment } from "./parse-imported-message.ts";

type FileRow = typeof emailAttachments.$inferSelect;

const MAX_BYTES = 26_000_000;
const NOT_THERE = "This file is not here, and the mail account that has it cannot be reached";

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
  if (!file) throw notFound("File");
  if (file.storageKey) return file;
  const stored = await services.files.put(await bytesOf(services, read, file));
  const [updated] = await read((db) =>
    db
      .update(emailAttachments)
      .set({ storageKey: stored.key, size: stored.size })
      .where(and(eq(emailAttachments.userId, userId), eq(emailAttachments.id, id)))
      .returning(),
  );
  if (!updated) throw notFound("File");
  return updated;
}

type Read = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>;

/** Limits for a message of 25 MB with its files; more is hostile. */
const taking = work<typeof extractAttachment>("email.extractAttachment", { seconds: 15, megabytes: 512 });

/** From the message imported as a file, or from the account's server. */
async function bytesOf(services: Services, read: Read, file: FileRow): Promise<Uint8Array> {
  const [email] = await read((db) =>
    db
      .select({ id: emails.id, userId: emails.userId, key: emails.sourceStorageKey, size: emails.size })
      .from(emails)
      .where(and(eq(emails.userId, file.userId), eq(emails.id, file.emailId ?? ""))),
  );
  if (!email) throw new AppError("upstream", NOT_THERE);
  const { key, size } = email;
  if (!key) return readFromServer(services, email, file.part ?? "");
  const source = { size: size ?? 0, open: () => services.files.get(key) };
  const bytes = await services.workers
    .run(taking, email.userId, file.position, source)
    .catch((error: unknown) => {
      throw error instanceof WorkError ? new AppError("upstream", "This file cannot be read") : error;
    });
  if (!bytes) throw new AppError("upstream", NOT_THERE);
  return bytes;
}

/** One part of a message by its number, or the whole message for null, over a separate connection. */
export async function readFromServer(
  services: Services,
  email: { id: string; userId: string },
  part: string | null,
): Promise<Uint8Array> {
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
    const options = { uid: true, maxBytes: MAX_BYTES };
    const { content } = await client.download(String(place.uid), part ?? undefined, options);
    if (!content) throw new AppError("upstream", NOT_THERE);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  } finally {
    client.close();
  }
}

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
