import { z } from "zod";
import { t, term } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { MAILBOX_ROLES, MAX_ADDRESS } from "./account-model.ts";
import { Delivery, RECEIPT_ANSWERS, RecipientState } from "./delivery-model.ts";
import { Category, MAX_SUBJECT, OneLine } from "./fields.ts";

/**
 * `received`, `held` and `uncertain` are additions: the specification covers only mail written here (MAIL-28). Held: not
 * sent, for a reason that its writer can remove; uncertain: its server may have accepted it.
 */
export const EMAIL_STATUSES = [
  "draft",
  "sent",
  "scheduled",
  "failed",
  "received",
  "held",
  "uncertain",
] as const;
export const EmailStatus = z.enum(EMAIL_STATUSES);
export type EmailStatus = z.infer<typeof EmailStatus>;
export const STATUS_LABELS: Record<EmailStatus, string> = {
  draft: t`Draft`,
  sent: term("Sent", "status of an email"),
  scheduled: t`Scheduled`,
  failed: t`Failed`,
  received: t`Received`,
  held: t`Held`,
  uncertain: t`Uncertain`,
};

export const EMAIL_PRIORITIES = ["low", "medium", "high", "urgent"] as const;
export const EmailPriority = z.enum(EMAIL_PRIORITIES);
export type EmailPriority = z.infer<typeof EmailPriority>;
export const DEFAULT_PRIORITY: EmailPriority = "medium";
/** Choices when writing; 'urgent' exists only on received mail (MAIL-34, MAIL-35). */
export const COMPOSE_PRIORITIES = ["low", "medium", "high"] as const;
export const PRIORITY_LABELS: Record<EmailPriority, string> = {
  low: t`Low`,
  medium: t`Medium`,
  high: t`High`,
  urgent: t`Urgent`,
};
export const PRIORITY_WEIGHTS: Record<EmailPriority, number> = { urgent: 3, high: 2, medium: 1, low: 0 };

/** MAIL-69 to MAIL-72. The column `importance` is computed from exactly these. */
export const IMPORTANCE = { urgent: 5, high: 3, executiveSender: 4, meeting: 1, failed: 2 } as const;
export const EXECUTIVE_MARKERS = ["@ceo", "@exec"] as const;

export const ARCHIVED = "archived";
export const NEEDS_SUBJECT_AND_BODY = t`Subject and body are required`;

export const MAX_BODY = 100_000;
export const MAX_HTML = 500_000;
export const MAX_CALENDAR = 200_000;
export const MAX_ATTACHMENTS = 50;
/** Total bytes of a message's files; encoded they fit into the largest limit of the great providers (150 MB). */
export const MAX_ATTACHED = 110_000_000;
/** The same where the limit of the sending server is not known: encoded it is below that of most (25 MB). */
export const USUAL_ATTACHED = 18_000_000;

/** Total bytes of the files that a server takes which limits messages to `maxMessageBytes`; null: not known. */
export const attachmentLimit = (maxMessageBytes: number | null): number =>
  maxMessageBytes === null
    ? USUAL_ATTACHED
    : Math.min(MAX_ATTACHED, Math.floor(Math.max(0, maxMessageBytes - AROUND_FILES) * (57 / 78)));
/** Headers, and a text in two forms. Base64 makes 78 bytes of 57. */
const AROUND_FILES = 100_000;

export const tooManyBytes = (limit: number): string =>
  t`The files of a message from this account have ${Math.floor(limit / 100_000) / 10} MB at most together, because of its mail server. Share a large file as a link from Documents.`;

/** To, Cc and Bcc together. */
export const MAX_RECIPIENTS = 200;
export const MAX_SENT_PER_HOUR = 200;
export const MAX_BULK = 200;
export const MAX_THREAD_SIZE = 100;
/** Conversations that are opened in one call. */
export const MAX_OPENED = 10;
export const TRASH_DAYS = 30;

/** none: only the envelope is imported; full: everything readable is. */
export const BODY_STATES = ["none", "full"] as const;

/**
 * Result of an unsubscribe request. `done`: by one click (RFC 8058); `mailed`: by an email sent to the list; `link`:
 * only on a page that the reader opens; `failed`: the list's server refused or did not answer.
 */
export const UNSUBSCRIBE_OUTCOMES = ["done", "mailed", "link", "failed"] as const;
export const UnsubscribeOutcome = z.enum(UNSUBSCRIBE_OUTCOMES);
export type UnsubscribeOutcome = z.infer<typeof UnsubscribeOutcome>;

/** Bytes of a message imported from a file. */
export const MAX_SOURCE = 25_000_000;

/** Trimmed, and empty entries are dropped (MAIL-37). Not checked to be addresses (MAIL-39). */
export const Addresses = z
  .array(OneLine.trim().max(MAX_ADDRESS))
  .overwrite((addresses) => addresses.filter((address) => address !== ""))
  .max(MAX_RECIPIENTS, { error: () => t`A message goes to ${MAX_RECIPIENTS} people at most` });

const Subject = OneLine.trim().min(1, NEEDS_SUBJECT_AND_BODY).max(MAX_SUBJECT);
const Body = z
  .string()
  .max(MAX_BODY)
  .refine((body) => body.trim() !== "", NEEDS_SUBJECT_AND_BODY);

/** An email as lists show it. */
export const Email = z.object({
  id: Id,
  userId: Id,
  subject: z.string(),
  /** The beginning of the body, in one line. */
  preview: z.string(),
  recipients: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  priority: EmailPriority,
  category: z.string().nullable(),
  status: EmailStatus,
  scheduledSend: Instant.nullable(),
  sentAt: Instant.nullable(),
  sender: z.string(),
  aiSummary: z.string().nullable(),
  isRead: z.boolean(),
  isStarred: z.boolean(),
  hasAttachments: z.boolean(),
  /** The account that received or sends it; null for mail between users of this instance. */
  accountId: Id.nullable(),
  /** inbox, sent, drafts, outbox, archive, junk or other: the role of the folder that contains it. */
  folder: z.string(),
  /** The name of a folder without a role; null if it has one, or until the server has moved the message there. */
  folderName: z.string().nullable(),
  /** Hidden from the inbox until then. */
  snoozedUntil: Instant.nullable(),
  /** When its writer is reminded, unless a reply arrives. */
  remindAt: Instant.nullable(),
  threadId: Id,
  /** Number of emails in the conversation, counted up to MAX_THREAD_SIZE. */
  threadSize: z.int(),
  /** The status before it was marked as failed by hand; otherwise null. */
  statusBefore: EmailStatus.nullable(),
  importance: z.int(),
  delivery: Delivery.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type Email = z.output<typeof Email>;
export type EmailOnWire = z.input<typeof Email>;

/** What other features may read of an email that its owner sent or received. */
export const EmailState = z.object({
  id: Id,
  status: EmailStatus,
  isRead: z.boolean(),
  isDeleted: z.boolean(),
  delivery: Delivery.nullable(),
});

/** A file of a message. */
export const Attachment = z.object({
  id: Id,
  filename: z.string(),
  contentType: z.string(),
  size: z.int(),
  contentId: z.string().nullable(),
  isInline: z.boolean(),
});
export type Attachment = z.output<typeof Attachment>;

/** One email with its body and the delivery to each recipient. */
export const OpenEmail = Email.extend({
  body: z.string(),
  /** Raw: sanitised and shown only in a frame of its own. */
  html: z.string().nullable(),
  bodyState: z.enum(BODY_STATES),
  /** Why its text is incomplete, as shown to people. */
  bodyError: z.string().nullable(),
  attachments: z.array(Attachment),
  /** It contains an invitation, a reply to one or a cancellation: see `eventInvitations.inMail`. */
  hasInvitation: z.boolean(),
  /** The folders and labels of its account that contain it. */
  mailboxes: z.array(z.object({ id: Id, name: z.string(), role: z.enum(MAILBOX_ROLES) })),
  /** `none`: no List-Unsubscribe header that can be used (RFC 2369). */
  unsubscribe: z.enum(["none", "click", "mail", "link"]),
  deliveredTo: z.array(RecipientState),
  /** Its writer asks the recipients for read receipts. */
  isReceiptRequested: z.boolean(),
  /**
   * The sender of this received message asks for a read receipt; null: they do not, or nobody is asked about it. `to`:
   * where the receipt goes; `answer`: null until it was answered here.
   */
  receiptRequest: z
    .object({ to: z.array(z.string()), answer: z.enum(RECEIPT_ANSWERS).nullable() })
    .nullable(),
  /** When waiting recipients are retried. */
  nextAttemptAt: Instant.nullable(),
});
export type OpenEmail = z.output<typeof OpenEmail>;
export type OpenEmailOnWire = z.input<typeof OpenEmail>;

/** An opened email and its conversation, newest first; null where the conversation is long and has to be listed. */
export const Conversation = z.object({ email: OpenEmail, thread: z.array(Email).nullable() });
export type Conversation = z.output<typeof Conversation>;
export type ConversationOnWire = z.input<typeof Conversation>;

/** An invitation or an answer to one (RFC 6047), as the calendar writes it. */
export const CalendarPart = z.strictObject({
  method: z.string().regex(/^[A-Z]{1,20}$/),
  text: z.string().min(1).max(MAX_CALENDAR),
});

/** What a person can set when writing. */
export const EmailContent = z.strictObject({
  subject: Subject,
  body: Body,
  recipients: Addresses.default([]),
  cc: Addresses.default([]),
  bcc: Addresses.default([]),
  priority: EmailPriority.default(DEFAULT_PRIORITY),
  category: Category.default(null),
  /** The email of one's own mailbox that this one answers. */
  inReplyTo: Id.nullable().default(null),
  /** The HTML version; `body` is the plain text. */
  html: z.string().max(MAX_HTML).nullable().default(null),
  /** Files already uploaded, in order. */
  attachmentIds: z.array(Id).max(MAX_ATTACHMENTS).default([]),
  calendar: CalendarPart.nullable().default(null),
  /** The account to send from; null for the default one. */
  accountId: Id.nullable().default(null),
  /** Asks the recipients for a read receipt; each of them decides. */
  isReceiptRequested: z.boolean().default(false),
});
export type EmailContent = z.output<typeof EmailContent>;

/** Omitted fields are not changed; the text can change only before the message is sent. */
export const EmailChange = z.strictObject({
  subject: Subject.optional(),
  body: Body.optional(),
  recipients: Addresses.optional(),
  cc: Addresses.optional(),
  bcc: Addresses.optional(),
  html: z.string().max(MAX_HTML).nullable().optional(),
  accountId: Id.nullable().optional(),
  isReceiptRequested: z.boolean().optional(),
  priority: EmailPriority.optional(),
  category: Category.optional(),
  aiSummary: z.string().max(2000).nullable().optional(),
  isRead: z.boolean().optional(),
  isStarred: z.boolean().optional(),
  /** All files that it has from now on, in their order. */
  attachmentIds: z.array(Id).max(MAX_ATTACHMENTS).optional(),
});
export type EmailChange = z.output<typeof EmailChange>;

/** What can be changed on many at once, whatever their state. */
export const EmailMark = EmailChange.pick({
  priority: true,
  category: true,
  aiSummary: true,
  isRead: true,
  isStarred: true,
});
export type EmailMark = z.output<typeof EmailMark>;

/** MAIL-68 to MAIL-72, for a record that has not reached the server yet. */
export function importanceOf(
  email: Pick<EmailOnWire, "priority" | "sender" | "category" | "subject" | "status">,
): number {
  const mentionsMeeting = [email.category ?? "", email.subject].some((text) =>
    text.toLowerCase().includes("meeting"),
  );
  const isExecutive = EXECUTIVE_MARKERS.some((marker) => email.sender.toLowerCase().includes(marker));
  return (
    (email.priority === "urgent" || email.priority === "high" ? IMPORTANCE[email.priority] : 0) +
    (isExecutive ? IMPORTANCE.executiveSender : 0) +
    (mentionsMeeting ? IMPORTANCE.meeting : 0) +
    (email.status === "failed" ? IMPORTANCE.failed : 0)
  );
}
