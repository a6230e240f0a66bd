import { Readable } from "node:stream";
import { and, eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import { composeCopy } from "#platform/mail/compose.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { buildMessage } from "../delivery/build-message.ts";
import { parseRecipient } from "../delivery/mail-address.ts";
import { emails, mailboxMessages } from "../tables.ts";
import { type ServerContent, streamFromServer } from "./fetch-attachment.ts";

export type Source = ServerContent & { fileName: string };

/**
 * A complete message with all headers (.eml, RFC 5322): received mail as it arrived, from the stored file or the
 * account's server; mail written here as it is or would be sent.
 */
export async function fetchSource(services: Services, userId: string, id: string): Promise<Source> {
  const { database, files } = services;
  const [email] = await database.transaction(userId, "read", (db) =>
    db
      .select()
      .from(emails)
      .where(and(eq(emails.id, id), eq(emails.userId, userId))),
  );
  if (!email) throw notFound(t`Email`);
  const fileName = `${
    email.subject
      .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, " ")
      .trim()
      .slice(0, 100) || "message"
  }.eml`;
  if (email.sourceStorageKey)
    return { fileName, content: await files.get(email.sourceStorageKey), size: email.size };
  const isOnServer = await database.transaction(userId, "read", (db) =>
    db.$count(mailboxMessages, and(eq(mailboxMessages.userId, userId), eq(mailboxMessages.emailId, id))),
  );
  if (isOnServer > 0) return { fileName, ...(await streamFromServer(services, email, null)) };
  const bytes = await compose(services, email);
  return { fileName, content: Readable.from([bytes], { objectMode: false }), size: bytes.length };
}

/** Nothing is sent: example addresses and a missing server are accepted here. */
async function compose(services: Services, email: typeof emails.$inferSelect): Promise<Uint8Array> {
  const { database, files, systemSettings } = services;
  const message = await database.transaction(email.userId, "read", (db) =>
    buildMessage({ db, files }, email),
  );
  const from = parseRecipient(email.sender) ?? { name: "", address: "nobody@localhost" };
  const transport = systemTransport(systemSettings);
  const { bytes } = await composeCopy(
    {
      host: "",
      port: 0,
      secure: false,
      username: "",
      password: "",
      fromName: "",
      ...transport,
      fromEmail: from.address,
    },
    { ...message, from, date: email.sentAt ?? email.createdAt },
  );
  return bytes;
}
