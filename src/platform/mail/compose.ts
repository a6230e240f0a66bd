import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import MailComposer from "nodemailer/lib/mail-composer";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { envelopeAddress, isExampleAddress, needsSmtpUtf8 } from "./mail-address.ts";
import {
  checkHeaders,
  type MailAttachment,
  type MailMessage,
  type MailPerson,
  type MailRecipient,
  personOf,
} from "./message.ts";
import { oneLine } from "./one-line.ts";
import { type ReportAddresses, receiptReport } from "./receipt-report.ts";
import type { SmtpTransport } from "./smtp-transport.ts";

export type Composed = {
  envelope: { from: string; to: readonly string[] };
  /** The first address beyond ASCII: only a server with SMTPUTF8 may get this message (RFC 6531). */
  internationalAddress: string | null;
  /** The message in bytes, made while it is read. */
  mime(): Readable;
  /** How many they are, without reading the files. */
  size(): Promise<number>;
};

/** Throws `invalid`, before any connection, if an address or a header is not valid (D20). */
export function compose(transport: SmtpTransport, message: MailMessage): Composed {
  return build(transport, message, { includesBcc: false });
}

/** The sender's own complete copy: it contains Bcc, which no sent copy does. It is sent to nobody. */
export async function composeCopy(transport: SmtpTransport, message: MailMessage) {
  const { mime } = build(transport, message, { includesBcc: true });
  return { messageId: message.messageId, bytes: await buffer(mime()) };
}

function build(
  transport: SmtpTransport,
  message: MailMessage,
  { includesBcc }: { includesBcc: boolean },
): Composed {
  checkHeaders(message);
  const { to, cc = [], bcc = [] } = message;
  const recipients = withoutRepeats(
    (message.recipients ?? [...to, ...cc, ...bcc]).map((each) => checked(personOf(each).address)),
  );
  if (recipients.length === 0 && !includesBcc)
    throw new AppError("invalid", t`Please enter at least one recipient`);
  const example = includesBcc ? undefined : recipients.find(isExampleAddress);
  if (example) throw new AppError("invalid", t`${example} is an example address: nothing is sent there`);
  const own = { name: transport.fromName, address: transport.fromEmail };
  const from = person(message.from ?? own);
  const replyTo = message.replyTo && person(message.replyTo);
  const headers = {
    from,
    ...(replyTo && !isSameAddress(replyTo.address, from.address) && { replyTo }),
    to: to.map(person),
    cc: cc.map(person),
    ...(includesBcc && { bcc: bcc.map(person) }),
  };
  // Nothing may answer a receipt, not even a report that it could not be delivered (RFC 8098 §3).
  const envelope = { from: message.readReceipt ? "" : checked(transport.fromEmail), to: recipients };
  const people = [from, ...(replyTo ? [replyTo] : []), ...headers.to, ...headers.cc];
  const asked = message.receiptTo === undefined ? [] : [checked(message.receiptTo)];
  const addresses = [...recipients, ...people.map(({ address }) => address), ...asked];
  const write = (contentOf: ContentOf) => mimeStream(message, { headers, addresses, includesBcc }, contentOf);
  return {
    envelope,
    internationalAddress: addresses.find(needsSmtpUtf8) ?? null,
    mime: () => write(readableOf),
    size: async () => {
      const around = await countBytes(write(() => Readable.from([], { objectMode: false })));
      return (message.attachments ?? []).reduce((sum, file) => sum + encodedSize(file), around);
    },
  };
}

type ContentOf = (file: MailAttachment) => Buffer | Readable;
type Around = { headers: ReportAddresses; addresses: readonly string[]; includesBcc: boolean };

function mimeStream(
  message: MailMessage,
  { headers, addresses, includesBcc }: Around,
  contentOf: ContentOf,
): Readable {
  const node = message.readReceipt
    ? receiptReport({ ...withDate(message), about: message.readReceipt }, headers)
    : composeUsual(message, headers, contentOf);
  node.keepBcc = includesBcc;
  const buildHeaders = node.buildHeaders.bind(node);
  const added = [...receiptRequest(message), ...quotedIds(message, addresses)];
  node.buildHeaders = () => [buildHeaders(), ...added].join("\r\n");
  return node.createReadStream();
}

const withDate = ({ date = new Date(), text, ...message }: MailMessage) => ({
  ...{ ...message, date, text: withCrlf(text) },
});

const composeUsual = (message: MailMessage, headers: object, contentOf: ContentOf) =>
  new MailComposer({
    ...headers,
    headers: [{ key: "Message-ID", value: { prepared: true, value: message.messageId } }],
    subject: message.subject,
    date: message.date ?? new Date(),
    text: withCrlf(message.text),
    ...(message.html !== undefined && { html: withCrlf(message.html) }),
    attachments: (message.attachments ?? []).map(({ contentId, ...each }) => ({
      ...each,
      content: contentOf(each),
      ...(contentId && { cid: contentId, contentDisposition: "inline" as const }),
    })),
    ...(message.calendar && {
      icalEvent: { method: message.calendar.method, content: withCrlf(message.calendar.text) },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();

/** A file is opened when the message comes to it, so that few are open at once. */
const readableOf = ({ content }: MailAttachment): Buffer | Readable =>
  Buffer.isBuffer(content)
    ? content
    : Readable.from(
        (async function* () {
          yield* await content.open();
        })(),
        { objectMode: false },
      );

async function countBytes(stream: Readable): Promise<number> {
  let size = 0;
  for await (const chunk of stream) size += (chunk as Buffer).length;
  return size;
}

/** In base64, in lines of 76 characters; other messages are sent as they are. */
function encodedSize({ content, contentType }: MailAttachment): number {
  const size = Buffer.isBuffer(content) ? content.length : content.size;
  if (/^(message|multipart)\//i.test(contentType)) return size;
  const letters = Math.ceil(size / 3) * 4;
  return letters + Math.floor(Math.max(0, letters - 1) / 76) * 2;
}

function checked(text: string): string {
  const address = envelopeAddress(text);
  if (!address)
    throw new AppError("invalid", t`'${oneLine(text, 100)}' is not an address that mail can be sent to`);
  return address;
}

function person(recipient: MailRecipient): Required<MailPerson> {
  const { name = "", address } = personOf(recipient);
  return { name, address: checked(address) };
}

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Mail systems do not distinguish the case of letters in an address: the first spelling counts. */
const withoutRepeats = (addresses: readonly string[]) =>
  addresses.filter((each, at) => addresses.findIndex((other) => isSameAddress(other, each)) === at);

/**
 * The header lines of the ids that a message answers, one id on a line. nodemailer would put an id into the form that
 * the grammar allows; then it would no longer be the id of that message. Bytes beyond ASCII need SMTPUTF8.
 */
function quotedIds({ inReplyTo, references = [] }: MailMessage, addresses: readonly string[]): string[] {
  const isUtf8 = addresses.some(needsSmtpUtf8);
  const line = (name: string, ids: readonly string[]) => {
    const quotable = ids.filter((id) => isUtf8 || !needsSmtpUtf8(id));
    return quotable.length > 0 ? [`${name}: ${quotable.join("\r\n ")}`] : [];
  };
  return [...line("In-Reply-To", inReplyTo ? [inReplyTo] : []), ...line("References", references)];
}

/** Without a name: the address is what counts, and nodemailer does not encode names in this header. */
const receiptRequest = ({ receiptTo }: MailMessage): string[] =>
  receiptTo === undefined ? [] : [`Disposition-Notification-To: <${checked(receiptTo)}>`];

/** Bare CR and bare LF allow SMTP smuggling of a second message: every line must end with both. */
const withCrlf = (text: string) => text.replaceAll(/\r\n|\r|\n/g, "\r\n");
