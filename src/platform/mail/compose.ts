import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import MailComposer from "nodemailer/lib/mail-composer";
import { AppError } from "#platform/capability/errors.ts";
import { envelopeAddress, isExampleAddress } from "./mail-address.ts";
import { checkHeaders, type MailMessage, type MailPerson } from "./message.ts";
import { oneLine } from "./one-line.ts";
import type { SmtpTransport } from "./smtp-transport.ts";

export type Composed = {
  envelope: { from: string; to: readonly string[] };
  /** The message in bytes, made while it is read. */
  mime(): Readable;
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
  const recipients = [...new Set((message.recipients ?? [...to, ...cc, ...bcc]).map(checked))];
  if (recipients.length === 0 && !includesBcc)
    throw new AppError("invalid", "Please enter at least one recipient");
  const example = includesBcc ? undefined : recipients.find(isExampleAddress);
  if (example) throw new AppError("invalid", `${example} is an example address: nothing is sent there`);
  const own = { name: transport.fromName, address: transport.fromEmail };
  const headers = {
    from: person(message.from ?? own),
    ...(message.replyTo && { replyTo: person(message.replyTo) }),
    to: to.map((address) => person({ address })),
    cc: cc.map((address) => person({ address })),
    ...(includesBcc && { bcc: bcc.map((address) => person({ address })) }),
  };
  return {
    envelope: { from: checked(transport.fromEmail), to: recipients },
    mime: () => {
      const node = new MailComposer({
        ...headers,
        messageId: message.messageId,
        subject: message.subject,
        date: message.date ?? new Date(),
        text: withCrlf(message.text),
        ...(message.html !== undefined && { html: withCrlf(message.html) }),
        ...(message.inReplyTo && { inReplyTo: message.inReplyTo }),
        ...(message.references && { references: [...message.references] }),
        attachments: (message.attachments ?? []).map(({ contentId, ...each }) => ({
          ...each,
          ...(contentId && { cid: contentId, contentDisposition: "inline" as const }),
        })),
        ...(message.calendar && {
          icalEvent: { method: message.calendar.method, content: withCrlf(message.calendar.text) },
        }),
        disableFileAccess: true,
        disableUrlAccess: true,
      }).compile();
      node.keepBcc = includesBcc;
      return node.createReadStream();
    },
  };
}

function checked(text: string): string {
  const address = envelopeAddress(text);
  if (!address)
    throw new AppError("invalid", `'${oneLine(text, 100)}' is not an address that mail can be sent to`);
  return address;
}

const person = ({ name = "", address }: MailPerson) => ({ name, address: checked(address) });

/** Bare CR and bare LF allow SMTP smuggling of a second message: every line must end with both. */
const withCrlf = (text: string) => text.replaceAll(/\r\n|\r|\n/g, "\r\n");
