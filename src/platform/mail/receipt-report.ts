import MimeNode from "nodemailer/lib/mime-node";
import { needsSmtpUtf8 } from "./mail-address.ts";
import type { MailPerson, MailReadReceipt } from "./message.ts";
import { oneLine } from "./one-line.ts";

type Receipt = {
  messageId: string;
  subject: string;
  date: Date;
  /** For people, with CRLF at the end of each line. */
  text: string;
  about: MailReadReceipt;
};
export type ReportAddresses = {
  from: Required<MailPerson>;
  replyTo?: Required<MailPerson>;
  to: Required<MailPerson>[];
};

/** `multipart/report` of three parts (RFC 8098 §3): for people, for programs, and the header of the message. */
export function receiptReport(
  { messageId, subject, date, text, about }: Receipt,
  { from, replyTo, to }: ReportAddresses,
): MimeNode {
  const limits = { disableFileAccess: true, disableUrlAccess: true };
  const report = new MimeNode("multipart/report; report-type=disposition-notification", limits);
  report.setHeader("From", from);
  if (replyTo) report.setHeader("Reply-To", replyTo);
  report.setHeader("To", to);
  report.setHeader("Message-ID", { prepared: true, value: messageId });
  report.setHeader("Subject", subject);
  report.setHeader("Date", date);
  report.createChild("text/plain; charset=utf-8").setContent(text);
  // Addresses beyond ASCII have a type of their own (RFC 6533 §4).
  const isUtf8 = needsSmtpUtf8(about.finalRecipient);
  const type = isUtf8 ? "message/global-disposition-notification" : "message/disposition-notification";
  const fields = report.createChild(type);
  fields.setHeader("Content-Disposition", "inline");
  fields.setContent(factLines(about, isUtf8));
  if (about.header !== null)
    report.createChild("text/rfc822-headers; charset=utf-8").setContent(`${about.header}\r\n`);
  return report;
}

/** A line may have 998 characters, and the part has no encoding (RFC 8098 §3). */
const MAX_VALUE = 950;

function factLines(about: MailReadReceipt, isUtf8: boolean): string {
  const { originalRecipient, finalRecipient, messageId } = about;
  const facts: [name: string, value: string | null][] = [
    ["Reporting-UA", `${finalRecipient.slice(finalRecipient.lastIndexOf("@") + 1)}; Adjutant`],
    ["Original-Recipient", originalRecipient],
    ["Final-Recipient", `${isUtf8 ? "utf-8" : "rfc822"};${finalRecipient}`],
    ["Original-Message-ID", messageId],
    ["Disposition", "manual-action/MDN-sent-manually; displayed"],
  ];
  return facts
    .map(([name, value]) => [name, value === null ? null : oneLine(value, MAX_VALUE + 1)] as const)
    .filter(([, value]) => value && value.length <= MAX_VALUE && (isUtf8 || !needsSmtpUtf8(value)))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
