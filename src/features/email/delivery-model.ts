import { z } from "zod";
import { Instant } from "#platform/capability/wire.ts";

/** State of a sent message (security.md §4); drafts and received mail have none. */
export const DELIVERY_STATES = ["queued", "sending", "sent", "failed", "held", "uncertain"] as const;
export const DeliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const Delivery = z.object({
  state: DeliveryState,
  /** Why the message is held or failed, as shown to people. */
  reason: z.string().nullable(),
});

/** One event in the delivery of a message to one recipient. */
export const DeliveryStep = z.object({
  at: Instant,
  state: DeliveryState,
  reason: z.string().nullable(),
});
export type DeliveryStep = z.output<typeof DeliveryStep>;
/** As stored in the row. */
export type RecordedStep = z.input<typeof DeliveryStep>;

/** What a read receipt says became of the message (RFC 8098 §3.2.6.2; the last four are those of RFC 2298). */
export const DISPOSITIONS = ["displayed", "deleted", "dispatched", "processed", "denied", "failed"] as const;
export const ReadReceipt = z.object({
  /** When the receipt arrived. */
  at: Instant,
  disposition: z.enum(DISPOSITIONS),
  /** By its recipient, or by a program without them. */
  mode: z.enum(["manual", "automatic"]),
});
export type ReadReceipt = z.output<typeof ReadReceipt>;
/** As stored in the row. */
export type RecordedReceipt = z.input<typeof ReadReceipt>;

/** How a person answers the request of a received message for a read receipt. */
export const RECEIPT_ANSWERS = ["sent", "declined"] as const;
export type ReceiptAnswer = (typeof RECEIPT_ANSWERS)[number];

/** The request of a received message, as stored in its row (RFC 8098 §2). */
export type ReceiptRequest = {
  /** The bare addresses that the receipt is to be sent to. */
  to: string[];
  /** Whom its sender wrote it to, as a mail server recorded it: `rfc822;ada@example.org`. */
  originalRecipient: string | null;
  /** Header lines that identify the message; null for mail between people of this instance. */
  header: string | null;
};

export const RecipientState = z.object({
  address: z.string(),
  kind: z.enum(["to", "cc", "bcc"]),
  state: DeliveryState,
  reason: z.string().nullable(),
  /** From queueing on, oldest first. */
  steps: z.array(DeliveryStep),
  receipt: ReadReceipt.nullable(),
});
