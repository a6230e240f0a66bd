import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";
import { changeShape, createShape, recordShape } from "#platform/fields/field-shapes.ts";
import { Category, MAX_SUBJECT, OneLine, templateFields } from "./fields.ts";

/** `received` is an addition: the specification covers only mail written here (MAIL-28). */
export const EMAIL_STATUSES = ["draft", "sent", "scheduled", "failed", "received"] as const;
export const EmailStatus = z.enum(EMAIL_STATUSES);
export type EmailStatus = z.infer<typeof EmailStatus>;
export const STATUS_LABELS: Record<EmailStatus, string> = {
  draft: "Draft",
  sent: "Sent",
  scheduled: "Scheduled",
  failed: "Failed",
  received: "Received",
};

export const EMAIL_PRIORITIES = ["low", "medium", "high", "urgent"] as const;
export const EmailPriority = z.enum(EMAIL_PRIORITIES);
export type EmailPriority = z.infer<typeof EmailPriority>;
export const DEFAULT_PRIORITY: EmailPriority = "medium";
/** Choices when writing; 'urgent' exists only on received mail (MAIL-34, MAIL-35). */
export const COMPOSE_PRIORITIES = ["low", "medium", "high"] as const;
export const PRIORITY_LABELS: Record<EmailPriority, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
};
export const PRIORITY_WEIGHTS: Record<EmailPriority, number> = { urgent: 3, high: 2, medium: 1, low: 0 };

/** MAIL-69 to MAIL-72. The column `importance` is computed from exactly these. */
export const IMPORTANCE = { urgent: 5, high: 3, executiveSender: 4, meeting: 1, failed: 2 } as const;
export const EXECUTIVE_MARKERS = ["@ceo", "@exec"] as const;

export const ARCHIVED = "archived";
export const NEEDS_SUBJECT_AND_BODY = "Subject and body are required";

export const MAX_BODY = 100_000;
export const MAX_HTML = 500_000;
export const MAX_CALENDAR = 200_000;
export const MAX_ATTACHMENTS = 50;
/** Total bytes of a message's files; encoded they stay below the limit of most servers (25 MB). */
export const MAX_ATTACHED = 18_000_000;
export const MAX_ADDRESS = 320;
/** To, Cc and Bcc together. */
export const MAX_RECIPIENTS = 200;
export const MAX_SENT_PER_HOUR = 200;
export const MAX_BULK = 200;
export const MAX_THREAD_SIZE = 100;
/** Conversations that are opened in one call. */
export const MAX_OPENED = 10;
export const TRASH_DAYS = 30;
/** Undo time before a message is sent, in seconds. */
export const UNDO_SEND_SECONDS = 10;

/** State of a sent message (security.md §4); drafts and received mail have none. */
export const DELIVERY_STATES = ["queued", "sending", "sent", "failed", "held", "uncertain"] as const;
export const DeliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** imap: signs in with a password; gmail, outlook: with the tokens of a connection. */
export const ACCOUNT_KINDS = ["imap", "gmail", "outlook"] as const;
/**
 * connecting: never reached yet; syncing: still importing; ready: fully imported; waiting: a temporary failure;
 * needs_you: only its owner can help; leaving: being removed together with its mail.
 */
export const ACCOUNT_STATES = ["connecting", "syncing", "ready", "waiting", "needs_you", "leaving"] as const;
export const AccountState = z.enum(ACCOUNT_STATES);
export type AccountState = z.infer<typeof AccountState>;
/** tls: from the first byte; starttls: encrypted before any other command; none: never encrypted. */
export const CONNECTION_SECURITY = ["tls", "starttls", "none"] as const;
export const ConnectionSecurity = z.enum(CONNECTION_SECURITY);
export type ConnectionSecurity = z.infer<typeof ConnectionSecurity>;
/** What a folder is for (RFC 6154). */
export const MAILBOX_ROLES = ["inbox", "sent", "drafts", "archive", "junk", "trash", "all", "other"] as const;
export type MailboxRole = (typeof MAILBOX_ROLES)[number];
export const OPERATION_KINDS = ["flag", "move", "append", "find", "draft"] as const;
export const OPERATION_STATES = ["queued", "done", "refused"] as const;
/** none: only the envelope is imported; full: everything readable is. */
export const BODY_STATES = ["none", "full"] as const;

/** An operation to run on an account's server. */
export const MailOperation = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("flag"), add: z.array(z.string()), remove: z.array(z.string()) }),
  /** By role, or by path where a person chose the folder. */
  z.object({ kind: z.literal("move"), role: z.enum(MAILBOX_ROLES).nullable(), path: z.string().nullable() }),
  /** Saves a copy of a sent message in the Sent folder. */
  z.object({ kind: z.literal("append"), role: z.literal("sent") }),
  /** Searches the Sent folder for an uncertain message. */
  z.object({ kind: z.literal("find"), role: z.literal("sent") }),
  /** Syncs a draft to the Drafts folder: one copy if it is a draft of this account, otherwise none. */
  z.object({ kind: z.literal("draft") }),
]);
export type MailOperation = z.infer<typeof MailOperation>;

/**
 * Result of an unsubscribe request. `done`: by one click (RFC 8058); `mailed`: by an email sent to the list; `link`:
 * only on a page that the reader opens; `failed`: the list's server refused or did not answer.
 */
export const UNSUBSCRIBE_OUTCOMES = ["done", "mailed", "link", "failed"] as const;
export const UnsubscribeOutcome = z.enum(UNSUBSCRIBE_OUTCOMES);
export type UnsubscribeOutcome = z.infer<typeof UnsubscribeOutcome>;

/** Saved searches per user. */
export const MAX_SEARCHES = 20;
export const MAX_SEARCH_NAME = 60;
export const MAX_QUERY = 200;
/** Bytes of a message imported from a file. */
export const MAX_SOURCE = 25_000_000;

/** Why a message was not delivered, as shown on its card. */
export const REASONS = {
  noAccount: "Not delivered: no mail account connected",
  /** The database queues mail held for these two by itself once the address counts (functions/delivery.sql). */
  ownAddress: "Held until your email address is proven or vouched for",
  theirAddress: "Held until this email address is proven or vouched for",
  reserved: "Not delivered: this address is reserved for examples",
  noRecipient: "Not delivered: there is no recipient",
  overdue: "Not delivered: its time passed while Adjutant was not running",
  uncertain: "It is not certain that this was delivered",
  notAmongSent: "It is not certain that this was delivered: it is not among the sent mail of its account",
  cannotCheck: "Its account cannot be asked whether this was sent before",
} as const;

/** Trimmed, and empty entries are dropped (MAIL-37). Not checked to be addresses (MAIL-39). */
export const Addresses = z
  .array(OneLine.trim().max(MAX_ADDRESS))
  .overwrite((addresses) => addresses.filter((address) => address !== ""))
  .max(MAX_RECIPIENTS, `A message goes to ${MAX_RECIPIENTS} people at most`);

/** What is typed into To, Cc and Bcc: comma separated, trimmed, empty entries dropped (MAIL-37). */
export const parseAddresses = (typed: string): string[] =>
  typed
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address !== "");

const Port = z.int().min(1).max(65_535);
const Host = OneLine.trim().min(1, "Enter the server's name").max(253);

/** Host, port and encryption of one of an account's two servers. */
export const MailServerSettings = z.strictObject({
  host: Host,
  port: Port,
  security: ConnectionSecurity,
  username: OneLine.trim().min(1, "Enter the user name").max(MAX_ADDRESS),
});
export type MailServerSettings = z.output<typeof MailServerSettings>;

export const MailPassword = z.string().min(1, "Enter the password").max(1000);

/** Input for connecting a mailbox. */
export const NewMailAccount = z.strictObject({
  address: z.email("This is not an email address").max(MAX_ADDRESS),
  name: OneLine.trim().max(200).default(""),
  imap: MailServerSettings,
  smtp: MailServerSettings,
  password: MailPassword,
  /** Where sending has a password of its own. */
  smtpPassword: MailPassword.optional(),
});
export type NewMailAccount = z.output<typeof NewMailAccount>;

/** The steps of a connection test, first for reading, then for sending; a failed step skips the rest of its side. */
export const CHECK_STEPS = ["name", "connection", "tls", "sign-in", "folder", "send"] as const;
export const CHECK_LABELS: Record<(typeof CHECK_STEPS)[number], string> = {
  name: "Find the server",
  connection: "Reach it",
  tls: "Encryption",
  "sign-in": "Sign in",
  folder: "Open the inbox",
  send: "Send as this address",
};
export const CheckStep = z.object({
  side: z.enum(["reading", "sending"]),
  step: z.enum(CHECK_STEPS),
  state: z.enum(["passed", "failed", "skipped"]),
  /** Why the step failed, and the one remedy. */
  reason: z.string().nullable(),
  remedy: z.string().nullable(),
});
export type CheckStep = z.infer<typeof CheckStep>;
export const AccountCheck = z.object({ isOk: z.boolean(), steps: z.array(CheckStep) });
export type AccountCheck = z.infer<typeof AccountCheck>;

/** An authserv-id (RFC 8601 §2.2); null: learned from the account's mail. */
export const AuthServer = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[\w.:-]+$/, "Enter the name that stands first in Authentication-Results, such as mx.example.com")
  .nullable();

export const MailAccount = z.object({
  id: Id,
  kind: z.enum(ACCOUNT_KINDS),
  address: z.string(),
  name: z.string(),
  signature: z.string(),
  /** How long sending from it can be undone, in seconds; null: as in `mailPreferences`. */
  undoSeconds: z.int().nullable(),
  isDefault: z.boolean(),
  /**
   * The server whose Authentication-Results are trusted (RFC 8601): learned from its mail or chosen; null: none yet.
   */
  authServer: z.string().nullable(),
  isAuthServerChosen: z.boolean(),
  imap: MailServerSettings,
  smtp: MailServerSettings,
  state: AccountState,
  /** Why the account waits or needs its owner, and the one step that helps. */
  reason: z.string().nullable(),
  remedy: z.string().nullable(),
  retryAt: Instant.nullable(),
  /** When everything on the server was last imported. */
  syncedAt: Instant.nullable(),
  /** Messages imported, and messages on the server. */
  syncedCount: z.int(),
  messageCount: z.int(),
  createdAt: Instant,
  version: z.int(),
});
export type MailAccount = z.output<typeof MailAccount>;
export type MailAccountOnWire = z.input<typeof MailAccount>;

/** A folder of an account. */
export const Mailbox = z.object({
  id: Id,
  accountId: Id,
  path: z.string(),
  name: z.string(),
  role: z.enum(MAILBOX_ROLES),
  isSynced: z.boolean(),
  messageCount: z.int(),
  syncedCount: z.int(),
  unread: z.int(),
});

const Subject = OneLine.trim().min(1, NEEDS_SUBJECT_AND_BODY).max(MAX_SUBJECT);
const Body = z
  .string()
  .max(MAX_BODY)
  .refine((body) => body.trim() !== "", NEEDS_SUBJECT_AND_BODY);

export const Delivery = z.object({
  state: DeliveryState,
  /** Why the message is held or failed, as shown to people. */
  reason: z.string().nullable(),
});

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

/** One event in the delivery of a message to one recipient. */
export const DeliveryStep = z.object({
  at: Instant,
  state: DeliveryState,
  reason: z.string().nullable(),
});
export type DeliveryStep = z.output<typeof DeliveryStep>;
/** As stored in the row. */
export type RecordedStep = z.input<typeof DeliveryStep>;

export const RecipientState = z.object({
  address: z.string(),
  kind: z.enum(["to", "cc", "bcc"]),
  state: DeliveryState,
  reason: z.string().nullable(),
  /** From queueing on, oldest first. */
  steps: z.array(DeliveryStep),
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
  priority: EmailPriority.optional(),
  category: Category.optional(),
  aiSummary: z.string().max(2000).nullable().optional(),
  isRead: z.boolean().optional(),
  isStarred: z.boolean().optional(),
  /** All files that it has from now on, in their order. */
  attachmentIds: z.array(Id).max(MAX_ATTACHMENTS).optional(),
});
export type EmailChange = z.output<typeof EmailChange>;

export const UndoSeconds = z.int().min(0).max(120);

export const MailPreferences = z.strictObject({
  /** How long sending can be undone, in seconds. */
  undoSeconds: UndoSeconds,
  /** For messages from accounts without a signature of their own. */
  signature: z.string().max(4000),
});
export type MailPreferences = z.output<typeof MailPreferences>;

/** What can be changed on many at once, whatever their state. */
export const EmailMark = EmailChange.pick({
  priority: true,
  category: true,
  aiSummary: true,
  isRead: true,
  isStarred: true,
});
export type EmailMark = z.output<typeof EmailMark>;

/** The folder of mail that its account's server classified as spam; no other view shows it. */
export const JUNK = "junk";

/** Which emails to list: all, as specified, or a part of the mailbox. */
export const EmailView = z.enum([
  "all",
  "inbox",
  "unread",
  "archived",
  "starred",
  "snoozed",
  "waiting",
  "junk",
]);
export type EmailView = z.infer<typeof EmailView>;

export const EmailSort = z.enum(["created", "sent", "subject", "priority", "importance"]);
export type EmailSort = z.infer<typeof EmailSort>;
export const SORT_LABELS: Record<EmailSort, string> = {
  created: "Date Created",
  sent: "Date Sent",
  subject: "Subject",
  priority: "Priority",
  importance: "Importance",
};

type Sortable = Pick<EmailOnWire, "id" | "subject" | "priority" | "importance" | "sentAt" | "createdAt">;

/** The order of emails.list, for pages that sort their list in the browser (MAIL-68, MAIL-74, MAIL-75). */
export const EMAIL_ORDERS: Record<EmailSort, (one: Sortable, other: Sortable) => number> = {
  created: (one, other) => time(other.createdAt) - time(one.createdAt) || byText(other.id, one.id),
  sent: (one, other) => lastIfNever(other.sentAt) - lastIfNever(one.sentAt) || byNewest(one, other),
  subject: (one, other) => subjects.compare(one.subject, other.subject) || byText(one.id, other.id),
  priority: (one, other) =>
    PRIORITY_WEIGHTS[other.priority] - PRIORITY_WEIGHTS[one.priority] || byNewest(one, other),
  importance: (one, other) => other.importance - one.importance || byNewest(one, other),
};

const subjects = new Intl.Collator("und");
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const time = (at: string) => Date.parse(at);
const lastIfNever = (at: string | null) => (at === null ? 0 : time(at));
const byNewest = (one: Sortable, other: Sortable): number => EMAIL_ORDERS.created(one, other);

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

/** A first line that begins with 'Subject:' becomes the subject, the rest the body (MAIL-77). */
export function splitComposed(text: string): { subject: string | null; body: string } {
  const [line = "", subject = null] = /^\s*Subject:([^\r\n]*)/i.exec(text) ?? [];
  return { subject: subject?.trim() || null, body: text.slice(line.length).trim() };
}

/** A search saved as a tab of the inbox. */
export const MailSearch = z.object({
  id: Id,
  name: z.string(),
  query: z.string(),
  position: z.int(),
  /** Unread emails of the inbox that it finds, among the newest thousand. */
  unread: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int(),
});
export type MailSearch = z.output<typeof MailSearch>;
export type MailSearchOnWire = z.input<typeof MailSearch>;

export const NewSearch = z.strictObject({
  name: OneLine.trim().min(1, "Enter a name").max(MAX_SEARCH_NAME),
  query: OneLine.trim().min(1, "Enter what it looks for").max(MAX_QUERY),
});

/** Actions of the writing assistant (MAIL-47). */
export const AssistAction = z.enum(["compose", "improve", "reply", "summarize"]);
export type AssistAction = z.infer<typeof AssistAction>;
export const AssistContext = z.strictObject({
  subject: z.string().max(MAX_SUBJECT).default(""),
  sender: z.string().max(MAX_ADDRESS).default(""),
  body: z.string().max(MAX_BODY).default(""),
});
export const NEEDS_PROMPT = "Please enter a prompt for AI composition";
export const NEEDS_CONTENT = "Please write some content first";

export const EmailTemplate = z.object({
  id: Id,
  userId: Id,
  ...recordShape(templateFields),
  usageCount: z.int(),
  lastUsed: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type EmailTemplate = z.output<typeof EmailTemplate>;
export type EmailTemplateOnWire = z.input<typeof EmailTemplate>;

export const NewTemplate = z.strictObject(createShape(templateFields));
export const TemplateChange = z.strictObject(changeShape(templateFields));
