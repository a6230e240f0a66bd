import { Readable } from "node:stream";
import { and, asc, eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { profiles } from "#platform/auth/tables.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { MailAttachment, MailMessage } from "#platform/mail/message.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import { isMadeUp } from "../reading/message-ids.ts";
import { emailAttachments, type emails } from "../tables.ts";
import { parseRecipient } from "./mail-address.ts";

type Parts = { db: Transaction; files: StoredFiles };

/** Builds the MIME message that is sent. Throws `invalid` where one of its files is missing. */
export async function buildMessage(parts: Parts, email: typeof emails.$inferSelect): Promise<MailMessage> {
  const [profile] = await parts.db
    .select({ fullName: profiles.fullName })
    .from(profiles)
    .where(eq(profiles.userId, email.userId));
  const { html, calendarMethod, calendarText, readReceipt } = email;
  const inReplyTo = email.inReplyTo && !isMadeUp(email.inReplyTo) ? email.inReplyTo : null;
  const sender = { name: profile?.fullName ?? "", address: email.sender };
  const refs = email.refs.filter((id) => !isMadeUp(id));
  return {
    messageId: email.messageId ?? `<${email.id}@adjutant>`,
    to: real(email.recipients),
    cc: real(email.cc),
    bcc: real(email.bcc),
    replyTo: sender,
    subject: email.subject,
    text: email.body,
    attachments: await filesOf(parts, email),
    ...(email.isReceiptRequested && { receiptTo: sender.address }),
    ...(readReceipt && { readReceipt }),
    ...(html && { html }),
    ...(inReplyTo && { inReplyTo }),
    ...((inReplyTo || refs.length > 0) && { references: refs.length > 0 ? refs : [inReplyTo ?? ""] }),
    ...(calendarMethod && calendarText && { calendar: { method: calendarMethod, text: calendarText } }),
  };
}

const real = (typed: readonly string[]) => typed.flatMap((each) => parseRecipient(each) ?? []);

async function filesOf(
  { db, files }: Parts,
  email: Pick<typeof emails.$inferSelect, "id" | "userId">,
): Promise<MailAttachment[]> {
  const rows = await db
    .select()
    .from(emailAttachments)
    .where(and(eq(emailAttachments.userId, email.userId), eq(emailAttachments.emailId, email.id)))
    .orderBy(asc(emailAttachments.position));
  const read: MailAttachment[] = [];
  for (const { filename, contentType, contentId, storageKey, size } of rows) {
    const stream = storageKey ? await files.get(storageKey).catch(ignoreMissing) : null;
    if (!storageKey || !stream) throw new AppError("invalid", t`The file '${filename}' is gone`);
    stream.destroy();
    const content = { size, open: () => openFile(files, storageKey, filename) };
    read.push({ filename, contentType, content, ...(contentId && { contentId }) });
  }
  return read;
}

/** What breaks off here has not been sent: it is retried. */
const openFile = async (files: StoredFiles, key: string, filename: string): Promise<Readable> => {
  const unreadable = () => new AppError("upstream", t`The file '${filename}' cannot be read right now`);
  const stream = await files.get(key).catch(() => {
    throw unreadable();
  });
  return Readable.from(
    (async function* () {
      try {
        yield* stream;
      } catch {
        throw unreadable();
      }
    })(),
    { objectMode: false },
  );
};

/** Only a missing file is ignored; storage that is unavailable right now throws, so that the delivery is retried. */
function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return null;
}
