import type { Email } from "postal-mime";
import type { ReceiptRequest } from "../delivery-model.ts";
import { hasUndeclaredHeader, parseMime } from "./parse-mime.ts";
import { receiptRequestOf } from "./parse-receipt-request.ts";
import {
  asText,
  type DeliveryReport,
  deliveryReportOf,
  type ReceiptReport,
  receiptReportOf,
} from "./parse-report.ts";
import { readSenderClaim, type SenderClaim } from "./sender-authentication.ts";

/** A raw message or its beginning. Parsed in a worker: it is untrusted. */
export type RawMessage = { id: string; source: Uint8Array };

/** The readable content of a message. */
export type ParsedMessage = {
  id: string;
  text: string;
  /** The text is the author's own, not extracted from the HTML. */
  hasPlainText: boolean;
  html: string | null;
  /** Why the text is incomplete, as shown to people. */
  fault: string | null;
  calendar: { method: string; text: string } | null;
  /** Null where the message was not parsed. */
  senderClaim: SenderClaim | null;
  /** The delivery report in the message (RFC 3464). */
  report: DeliveryReport | null;
  /** The read receipt in the message (RFC 8098). */
  receipt: ReceiptReport | null;
  /** It asks for a read receipt. */
  receiptRequest: ReceiptRequest | null;
  /** Header texts in a detected charset, which the IMAP server's envelope does not have; null where it has them. */
  header: { subject: string; from: { name: string; address: string } | null } | null;
};

const MAX_PARTS = 1000;
const MAX_TEXT = 200_000;
const MAX_HTML = 1_000_000;
const MAX_CALENDAR = 200_000;
const MAX_HEADER_TEXT = 2000;

/** Of a message that could not be parsed. */
export const NOTHING = {
  ...{ hasPlainText: false, html: null, calendar: null, senderClaim: null, report: null },
  ...{ receipt: null, receiptRequest: null, header: null },
};

/** Never throws because of a message: `fault` states what could not be parsed. */
export async function parseMessages(mails: readonly RawMessage[]): Promise<ParsedMessage[]> {
  const read: ParsedMessage[] = [];
  for (const mail of mails) read.push(await parseMessage(mail));
  return read;
}

/** One message, whole or its beginning. */
export async function parseMessage({ id, source }: RawMessage): Promise<ParsedMessage> {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const nothing = { ...NOTHING, id };
  if (countParts(bytes) > MAX_PARTS)
    return { ...nothing, text: sourceText(bytes), fault: `This message has more than ${MAX_PARTS} parts` };
  try {
    const email = await parseMime(source);
    const html = email.html ? beginningOf(clean(email.html), MAX_HTML) : null;
    const text = clean(email.text ?? (html === null ? "" : textOf(html)));
    const isCut = text.length > MAX_TEXT || (email.html?.length ?? 0) > MAX_HTML;
    return {
      id,
      text: beginningOf(text, MAX_TEXT).trim(),
      hasPlainText: email.text !== undefined,
      html,
      fault: isCut ? "This message is long: only its beginning is shown" : null,
      calendar: calendarOf(email),
      senderClaim: readSenderClaim(email.headers, email.from?.address ?? ""),
      report: deliveryReportOf(email),
      receipt: receiptReportOf(email),
      receiptRequest: receiptRequestOf(email),
      header: hasUndeclaredHeader(source) ? headerOf(email) : null,
    };
  } catch {
    return { ...nothing, text: sourceText(bytes), fault: "This message is damaged: its source is shown" };
  }
}

const headerOf = ({ subject = "", from }: Email) => ({
  subject: headerText(subject),
  from: from ? { name: headerText(from.name), address: headerText(from.address) } : null,
});

const headerText = (text = "") => beginningOf(clean(text), MAX_HEADER_TEXT);

/** Every part begins with its own header; parts without a Content-Type are rare. */
function countParts(bytes: Buffer): number {
  let count = 0;
  const lower = bytes.toString("latin1").toLowerCase();
  for (let at = lower.indexOf("\ncontent-type:"); at >= 0; at = lower.indexOf("\ncontent-type:", at + 1))
    count += 1;
  return count;
}

export const sourceText = (bytes: Buffer) => clean(bytes.subarray(0, 100_000).toString("utf8"));

/** Of clean text, without the half of a character at its end. */
const beginningOf = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

/** PostgreSQL stores no NUL, and lone surrogates are not valid text. */
const clean = (text: string) => text.replaceAll("\0", "").toWellFormed();

/** The text between the tags, for search and for readers without HTML. One pass, whatever the input. */
export function textOf(html: string): string {
  const words: string[] = [];
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    words.push(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    const hidden = HIDDEN.find((name) => lower.startsWith(`<${name}`, open));
    const end = hidden ? lower.indexOf(`</${hidden}`, open) : open;
    const close = end < 0 ? -1 : html.indexOf(">", end);
    if (close < 0) break;
    words.push(BREAKS.some((name) => lower.startsWith(name, open)) ? "\n" : " ");
    at = close + 1;
  }
  return words
    .join("")
    .replaceAll(/&(nbsp|amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name] ?? " ")
    .split("\n")
    .map((line) => line.replaceAll(/[ \t\u00a0]+/g, " ").trim())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const HIDDEN = ["style", "script", "head", "title"];
const BREAKS = ["<br", "</p", "</div", "</tr", "</li", "</h"];
const ENTITIES: Record<string, string> = {
  nbsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
};

/** The first part that holds a calendar (RFC 5545, 3.4); some programs add an empty one. */
function calendarOf({ attachments }: Email): ParsedMessage["calendar"] {
  for (const { mimeType, content, method: declared } of attachments) {
    if (mimeType !== "text/calendar") continue;
    const text = clean(asText(content));
    if (text.length > MAX_CALENDAR || !/^BEGIN:VCALENDAR/im.test(text)) continue;
    const method = declared ?? /^METHOD:([A-Za-z]{1,20})\s*$/m.exec(text)?.[1] ?? "PUBLISH";
    return { method: method.toUpperCase(), text };
  }
  return null;
}
