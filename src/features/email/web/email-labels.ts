import { plural, t, term } from "#i18n/message.ts";
import type { Tone } from "#ui/display/badge.tsx";
import type { DeliveryState, RecordedReceipt } from "../delivery-model.ts";
import type { EmailView } from "../list-model.ts";
import {
  ARCHIVED,
  type EmailOnWire,
  type EmailPriority,
  type EmailStatus,
  type OpenEmailOnWire,
} from "../model.ts";
import { formatMoment } from "./format-moment.ts";

export const STATUS_TONES: Record<EmailStatus, Tone> = {
  draft: "neutral",
  sent: "good",
  scheduled: "info",
  failed: "bad",
  received: "accent",
  held: "warn",
  uncertain: "warn",
};

export const PRIORITY_TONES: Record<EmailPriority, Tone> = {
  low: "neutral",
  medium: "info",
  high: "warn",
  urgent: "bad",
};

/** What happens where the sender of a message asks for a read receipt. */
export const RECEIPT_REQUEST_CHOICES = [
  { value: "ask", label: t`Ask me each time` },
  { value: "never", label: t`Never send one` },
] as const;

export const receiptRequestsOf = (value: string) => (value === "never" ? "never" : "ask");

/** MAIL-06, verbatim. */
export const STATUS_FILTER = [
  { value: "", label: t`All Status` },
  { value: "draft", label: t`Drafts` },
  { value: "sent", label: term("Sent", "emails that were sent") },
  { value: "scheduled", label: t`Scheduled` },
  { value: "failed", label: t`Failed` },
] as const;

export const VIEWS: readonly { value: EmailView; label: string }[] = [
  { value: "all", label: term("All", "all emails") },
  { value: "inbox", label: t`Inbox` },
  { value: "unread", label: t`Unread` },
  { value: "archived", label: t`Archived` },
];

/** 'To: …' for mail that was sent or stopped on its way, else 'From: …' (MAIL-16, MAIL-17). */
export function peopleOf(email: Pick<EmailOnWire, "status" | "recipients" | "sender">): string {
  if (!["sent", "held", "uncertain"].includes(email.status))
    return email.sender ? t`From: ${email.sender}` : t`From: me`;
  const recipients = email.recipients.join(", ");
  return recipients ? t`To: ${recipients}` : t`To: nobody`;
}

/** The delivery note of a card; null where there is no problem. */
export function deliveryNote({ delivery, status, scheduledSend }: EmailOnWire): string | null {
  if (!delivery) return null;
  const { state, reason } = delivery;
  if (state === "sent" || state === "held" || state === "failed" || state === "uncertain") return reason;
  if (status === "failed" && scheduledSend) return t`Only marked as failed: it is still sent at its time`;
  return reason ? t`Trying again: ${reason}` : null;
}

/** Labels of the delivery steps of one recipient. */
export const DELIVERY_STEP_LABELS: Record<DeliveryState, string> = {
  queued: t`Waiting to be sent`,
  sending: term("Leaving", "an email that is being sent"),
  sent: term("Sent", "status of an email"),
  failed: t`Refused`,
  held: t`Held back`,
  uncertain: t`Not certain`,
};

const DELIVERY_SUMMARIES: Record<DeliveryState, string> = {
  queued: t`Delivery: waiting to be sent`,
  sending: t`Delivery: leaving`,
  sent: t`Delivery: sent`,
  failed: t`Delivery: refused`,
  held: t`Delivery: held back`,
  uncertain: t`Delivery: not certain`,
};

/** 'Sent to 2 of 3 people'; for one recipient, the delivery state. */
export function summarizeDelivery(deliveredTo: OpenEmailOnWire["deliveredTo"]): string {
  const sent = deliveredTo.filter(({ state }) => state === "sent").length;
  const [only] = deliveredTo;
  if (only && deliveredTo.length === 1) return DELIVERY_SUMMARIES[only.state];
  const all = deliveredTo.length;
  return plural(all, {
    one: `Delivery: sent to ${sent} of ${all} people`,
    other: `Delivery: sent to ${sent} of ${all} people`,
  });
}

/** What became of the message at a recipient, as their read receipt says. */
const DISPOSITIONS: Record<RecordedReceipt["disposition"], (name: string, at: string) => string> = {
  displayed: (name, at) => t`Read by ${name}, ${at}`,
  deleted: (name, at) => t`Deleted without being read by ${name}, ${at}`,
  dispatched: (name, at) => t`Passed on by ${name}, ${at}`,
  processed: (name, at) => t`Processed without being shown by ${name}, ${at}`,
  denied: (name, at) => t`Receipt declined by ${name}, ${at}`,
  failed: (name, at) => t`No receipt possible from ${name}, ${at}`,
};

/** 'Read by Anna, May 12, 2:02 PM' */
export function describeReceipt(name: string, { at, disposition, mode }: RecordedReceipt): string {
  const words = DISPOSITIONS[disposition](name, formatMoment(at));
  return mode === "automatic" ? `${words} ${t`(automatic)`}` : words;
}

/** The category of an email as it is shown: people name their own, one says that it is archived. */
export const categoryOf = ({ category }: Pick<EmailOnWire, "category">): string | null =>
  category === ARCHIVED ? t`archived` : category;

/** Its text can still change: it was not sent yet. */
export function isEditable({ status, statusBefore, delivery }: EmailOnWire): boolean {
  const real = statusBefore ?? status;
  return real === "draft" || real === "scheduled" || (real === "failed" && delivery?.state === "failed");
}
