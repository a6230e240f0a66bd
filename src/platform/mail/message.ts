import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";

export type MailPerson = { name?: string; address: string };

/** An address, bare as `ada@example.com` or with the name that the header shows. */
export type MailRecipient = string | MailPerson;

/** A message to send. */
export type MailMessage = {
  /** `newMessageId()`, created once per message, so that a retry sends the same message. */
  messageId: string;
  /** The From header; by default the transport's own name and address. */
  from?: MailPerson;
  replyTo?: MailPerson;
  /** The address that asks the recipients for a read receipt (RFC 8098 §2.1). */
  receiptTo?: string;
  to: readonly MailRecipient[];
  cc?: readonly MailRecipient[];
  /** Gets the message and is named in no header. */
  bcc?: readonly MailRecipient[];
  /** The envelope recipients that still have to get it; by default all. */
  recipients?: readonly string[];
  subject: string;
  text: string;
  html?: string;
  date?: Date;
  /** Message-IDs as they were received, with their angle brackets where they have any. */
  inReplyTo?: string;
  references?: readonly string[];
  attachments?: readonly MailAttachment[];
  /**
   * An invitation or a reply to one (RFC 6047): as an alternative to the text, and as a file for programs that do not
   * support that.
   */
  calendar?: MailCalendar;
  /** It is a read receipt: a report of `text` and these facts, sent without an envelope sender (RFC 8098 §3). */
  readReceipt?: MailReadReceipt;
};

/** About the message that was displayed. */
export type MailReadReceipt = {
  messageId: string | null;
  /** As a mail server wrote it into the message: `rfc822;ada@example.org`. */
  originalRecipient: string | null;
  finalRecipient: string;
  /** Its identifying header lines; null: not known. */
  header: string | null;
};

export type MailCalendar = { method: string; text: string };

export type MailAttachment = {
  filename: string;
  contentType: string;
  /** Read once for each copy of the message that is made. */
  content: Buffer | { size: number; open(): Promise<Readable> };
  /** As referenced in the HTML, without angle brackets. */
  contentId?: string;
};

/** `<…@domain>`; the domain is the sender's, as spam filters expect. */
export const newMessageId = (fromAddress: string) =>
  `<${randomUUID()}@${fromAddress.split("@").at(-1) || "localhost"}>`;

/** Bytes of a Message-ID: with the name of its header it fits into a line (RFC 5322 §2.1.1). */
export const MAX_MESSAGE_ID = 980;
const METHOD = /^[A-Z]{1,20}$/;
const CONTROL = /[\p{Cc}--[\t]]/v;

/** Throws `invalid` if a field would break its header line, or an id is not valid. */
export function checkHeaders(message: MailMessage): void {
  const {
    messageId,
    from,
    replyTo,
    to,
    cc = [],
    bcc = [],
    subject,
    inReplyTo,
    references = [],
    attachments = [],
    calendar,
  } = message;
  const files = attachments.flatMap(({ filename, contentType }) => [filename, contentType]);
  const people = [...to, ...cc, ...bcc].map((each) => personOf(each).name);
  const lines = [subject, from?.name, replyTo?.name, ...people, ...files];
  if (lines.some((line) => line !== undefined && CONTROL.test(line)))
    throw new AppError("invalid", t`Subject, names and file names must be a single line`);
  if (calendar && !METHOD.test(calendar.method))
    throw new AppError("invalid", t`The method of an invitation is a single word`);
  const ids = [messageId, ...references, ...(inReplyTo ? [inReplyTo] : [])];
  if (!ids.every(isMessageId)) throw new AppError("invalid", t`A message id must be a single line of text`);
}

/** Other programs write ids that no grammar allows; they are quoted as they are, so that their threads stay whole. */
const isMessageId = (id: string) =>
  id.trim() !== "" && !/\p{Cc}/u.test(id) && Buffer.byteLength(id) <= MAX_MESSAGE_ID;

export const personOf = (recipient: MailRecipient): MailPerson =>
  typeof recipient === "string" ? { address: recipient } : recipient;
