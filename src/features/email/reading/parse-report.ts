import type { Email } from "postal-mime";
import { DISPOSITIONS, type ReadReceipt } from "../delivery-model.ts";
import { messageIdIn } from "./message-ids.ts";

export type DeliveryReport = {
  /** The Message-ID and the envelope id of the sent message, where the report gives them. */
  messageId: string | null;
  recipients: { address: string; action: string; reason: string }[];
};

/** What a recipient, or their program, says about a message that asked for a read receipt. */
export type ReceiptReport = Pick<ReadReceipt, "disposition" | "mode"> & {
  messageId: string;
  /** The recipient as the sender wrote them, and as the message reached them, in lower case. */
  addresses: string[];
};

export const asText = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8");

type Parts = Pick<Email, "attachments" | "inReplyTo">;

/** RFC 3464: groups of fields, the first about the message, each other one about a recipient. */
export function deliveryReportOf({ attachments, inReplyTo }: Parts): DeliveryReport | null {
  const status = attachments.find(({ mimeType }) => mimeType === "message/delivery-status");
  if (!status) return null;
  const recipients = asText(status.content)
    .slice(0, 100_000)
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n\n+/)
    .map(fieldsOf)
    .flatMap((fields) => {
      const address = /;\s*<?([^\s<>;][^\s<>;@]*@[^\s<>;]+)>?\s*$/.exec(fields["final-recipient"] ?? "")?.[1];
      if (!address) return [];
      const reason = (fields["diagnostic-code"] ?? fields.status ?? "").replace(/^smtp;\s*/i, "");
      return [
        {
          address: (fields["original-recipient"]?.split(";").at(-1)?.trim() || address).toLowerCase(),
          action: (fields.action ?? "").toLowerCase(),
          reason: reason.slice(0, 300),
        },
      ];
    });
  const headers = attachments.find(({ mimeType }) =>
    /^(message\/rfc822|text\/rfc822-headers)/.test(mimeType),
  );
  const returned = headers ? asText(headers.content).slice(0, 20_000) : "";
  // A report without the returned header names the message as what it answers.
  const messageId = [returned, `message-id: ${inReplyTo ?? ""}`].map(
    (text) => /^message-id:\s*(<[^<>\s]+>)/im.exec(text)?.[1],
  );
  return { messageId: messageId.find((each) => each !== undefined) ?? null, recipients };
}

/** Header lines by name in lower case; continued lines are joined. */
function fieldsOf(block: string): Record<string, string> {
  const lines = block.replaceAll(/\n[ \t]+/g, " ").split("\n");
  return Object.fromEntries(
    lines.flatMap((line) => {
      const colon = line.indexOf(":");
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
    }),
  );
}

/** RFC 8098 §3: one group of fields. Null where it does not say which message, who and what. */
export function receiptReportOf({ attachments, inReplyTo }: Parts): ReceiptReport | null {
  const part = attachments.find(({ mimeType }) => RECEIPT_TYPES.includes(mimeType));
  if (!part) return null;
  const fields = fieldsOf(asText(part.content).slice(0, 20_000).replaceAll(/\r\n?/g, "\n"));
  const messageId = messageIdIn(fields["original-message-id"] || (inReplyTo ?? ""));
  const disposition = (fields.disposition ?? "").toLowerCase();
  const type = disposition.split(";")[1]?.split("/")[0]?.trim();
  const known = DISPOSITIONS.find((each) => each === type);
  const addresses = [fields["original-recipient"], fields["final-recipient"]].flatMap(addressIn);
  if (!messageId || !known || addresses.length === 0) return null;
  const mode = disposition.startsWith("automatic-action") ? "automatic" : "manual";
  return { messageId, addresses, disposition: known, mode };
}

const RECEIPT_TYPES = ["message/disposition-notification", "message/global-disposition-notification"];

/** `rfc822; ada@example.org`: the address after its type, which some programs omit. */
function addressIn(field: string | undefined): string[] {
  const address = (field?.split(";").at(-1) ?? "").replaceAll(/[<>\s]/g, "").toLowerCase();
  return address.includes("@") && address.length <= 500 ? [address] : [];
}
