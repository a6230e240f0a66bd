import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { OneLine } from "./fields.ts";

export const MAX_ADDRESS = 320;

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
/** `replayed`: done on the server, but its email was not listed by its folders since. */
export const OPERATION_STATES = ["queued", "replayed", "done", "refused"] as const;

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

const Port = z.int().min(1).max(65_535);
const Host = OneLine.trim().min(1, t`Enter the server's name`).max(253);

/** Host, port and encryption of one of an account's two servers. */
export const MailServerSettings = z.strictObject({
  host: Host,
  port: Port,
  security: ConnectionSecurity,
  username: OneLine.trim().min(1, t`Enter the user name`).max(MAX_ADDRESS),
});
export type MailServerSettings = z.output<typeof MailServerSettings>;

export const MailPassword = z.string().min(1, t`Enter the password`).max(1000);

export const SIDES = ["reading", "sending"] as const;
export const Side = z.enum(SIDES);
export type Side = z.infer<typeof Side>;

/** A certificate as its server presents it. */
export const Certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** SHA-256. */
  fingerprint: z.string(),
  validFrom: Instant,
  validTo: Instant,
  names: z.string(),
});
export type Certificate = z.output<typeof Certificate>;
export type CertificateOnWire = z.input<typeof Certificate>;

/** SHA-256 as a certificate was shown with it; another one is the fingerprint of no certificate. */
export const Fingerprint = z.string().trim().toUpperCase().min(1).max(95);

/** Input for connecting a mailbox. */
export const NewMailAccount = z.strictObject({
  address: z.email(t`This is not an email address`).max(MAX_ADDRESS),
  name: OneLine.trim().max(200).default(""),
  imap: MailServerSettings,
  smtp: MailServerSettings,
  password: MailPassword,
  /** Where sending has a password of its own. */
  smtpPassword: MailPassword.optional(),
  /** The certificates that the owner trusts, by the fingerprints that a failed attempt has shown. */
  imapFingerprint: Fingerprint.optional(),
  smtpFingerprint: Fingerprint.optional(),
});
export type NewMailAccount = z.output<typeof NewMailAccount>;

/** The steps of a connection test, first for reading, then for sending; a failed step skips the rest of its side. */
export const CHECK_STEPS = ["name", "connection", "tls", "sign-in", "folder", "send"] as const;
export const CHECK_LABELS: Record<(typeof CHECK_STEPS)[number], string> = {
  name: t`Find the server`,
  connection: t`Reach it`,
  tls: t`Encryption`,
  "sign-in": t`Sign in`,
  folder: t`Open the inbox`,
  send: t`Send as this address`,
};
export const CheckStep = z.object({
  side: Side,
  step: z.enum(CHECK_STEPS),
  state: z.enum(["passed", "failed", "skipped"]),
  /** Why the step failed, and the one remedy. */
  reason: z.string().nullable(),
  remedy: z.string().nullable(),
  /** Set where trusting this certificate would mend the step. */
  certificate: Certificate.nullable(),
});
export type CheckStep = z.output<typeof CheckStep>;
export const AccountCheck = z.object({ isOk: z.boolean(), steps: z.array(CheckStep) });
export type AccountCheck = z.output<typeof AccountCheck>;
export type AccountCheckOnWire = z.input<typeof AccountCheck>;

/** An authserv-id (RFC 8601 §2.2); null: learned from the account's mail. */
export const AuthServer = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[\w.:-]+$/, t`Enter the name that stands first in Authentication-Results, such as mx.example.com`)
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
  /** The most bytes that its server takes in one message; null: not known, or no limit. */
  maxMessageBytes: z.int().nullable(),
  /** The certificates that its owner trusts for its servers. */
  imapCertificate: Certificate.nullable(),
  smtpCertificate: Certificate.nullable(),
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
