import { addressParser, type Email } from "postal-mime";
import type { ReceiptRequest } from "../delivery-model.ts";

const MAX_ADDRESSES = 10;
const MAX_HEADER = 8_000;
/** What identifies a message for its sender; the way that it took is not for them to know. */
const IDENTIFYING = ["from", "to", "cc", "date", "subject", "message-id"];

type Header = Pick<Email, "headers" | "headerLines" | "attachments">;

/** The request of a message for a read receipt (RFC 8098 §2.1); null for none, and for a report about another message. */
export function receiptRequestOf({ headers, headerLines, attachments }: Header): ReceiptRequest | null {
  const fieldOf = (name: string) => headers.find(({ key }) => key === name)?.value;
  const asked = addressParser((fieldOf("disposition-notification-to") ?? "").slice(0, 4000), {
    flatten: true,
  });
  const to = asked.flatMap(({ address = "" }) => (ADDRESS.test(address) ? [address] : []));
  // Parameters that have to be understood, and of which none is (RFC 8098 §2.2).
  if (/=\s{0,5}required\b/i.test(fieldOf("disposition-notification-options") ?? "")) return null;
  if (to.length === 0 || attachments.some(({ mimeType }) => REPORTS.test(mimeType))) return null;
  const original = (fieldOf("original-recipient") ?? "").trim();
  const lines = headerLines.filter(({ key }) => IDENTIFYING.includes(key)).map(({ line }) => line);
  return {
    to: [...new Set(to)].slice(0, MAX_ADDRESSES),
    originalRecipient: /^[\w-]{1,20};\s{0,5}[^\s;]{1,500}$/.test(original) ? original : null,
    header: withinLimit(lines).join("\r\n"),
  };
}

const ADDRESS = /^[^\s<>]{1,64}@[^\s<>@]{1,253}$/;
const REPORTS = /^message\/((global-)?disposition-notification|(global-)?delivery-status)$/;

function withinLimit(lines: readonly string[]): string[] {
  const within: string[] = [];
  let room = MAX_HEADER;
  for (const line of lines) {
    const text = line.replaceAll("\0", "").toWellFormed().replaceAll(/\r?\n/g, "\r\n");
    room -= text.length;
    if (room >= 0) within.push(text);
  }
  return within;
}
