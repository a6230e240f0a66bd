import { z } from "zod";
import { t } from "#i18n/message.ts";
import { ADDRESS_REASONS, ADDRESS_STATES } from "#platform/auth/address-state.ts";
import { Id, Instant, pageInput } from "#platform/capability/wire.ts";

export const ROLES = ["user", "moderator", "admin"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Public facts about the instance, for everybody, signed in or not. */
export const SystemInfo = z.object({
  appName: z.string(),
  appDescription: z.string(),
  /** Only administrators are served. */
  maintenanceMode: z.boolean(),
  /** People are asked whether the pages they open may be counted. */
  countsPages: z.boolean(),
});

export const AdminCounters = z.object({
  users: z.int(),
  conversations: z.int(),
  contacts: z.int(),
  documents: z.int(),
});

/** Counts for the pages that are announced: never a name, an address or a text. */
export const AdminFigures = z.object({
  accounts: z.int(),
  administrators: z.int(),
  /** Accounts whose address nobody proved or vouched for. */
  unproven: z.int(),
  suspended: z.int(),
  /** Of the last 30 days. */
  newAccounts: z.int(),
  /** People who were here in the last 24 hours, and in the last 7 days. */
  activeToday: z.int(),
  activeWeek: z.int(),
  /** Valid keys that people created for programs, those of agents, and how many of both were used within 7 days. */
  keys: z.int(),
  agents: z.int(),
  keysUsed: z.int(),
  /** Mailboxes that people connected. */
  mailboxes: z.int(),
  /** Mail of people, then mail of the instance itself. */
  mailWaiting: z.int(),
  mailFailed: z.int(),
  systemMailWaiting: z.int(),
  systemMailFailed: z.int(),
  /** Notifications by push and by mail, and browsers that receive pushes. */
  deliveriesWaiting: z.int(),
  deliveriesFailed: z.int(),
  devices: z.int(),
  templates: z.int(),
});

/** Text within a name or an address. */
const text = z.string().trim().min(1).max(200).optional();
export const AdminList = z.strictObject({ ...pageInput, text });

export const AdminUser = z.object({
  id: Id,
  email: z.string(),
  fullName: z.string(),
  role: Role,
  createdAt: Instant,
  /** The effective state of the address, and its reason. */
  addressState: z.enum(ADDRESS_STATES),
  addressReason: z.enum(ADDRESS_REASONS).nullable(),
  /** The name of the person who vouched for it. */
  addressBy: z.string().nullable(),
  addressAt: Instant.nullable(),
});

export const AdminContact = z.object({
  id: Id,
  contactName: z.string(),
  contactEmail: z.string().nullable(),
  /** Whose contact it is. */
  userId: Id,
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  createdAt: Instant,
});

export const LATEST_CONVERSATIONS = 50;
export const ListConversations = z.strictObject({ text });

export const AdminConversation = z.object({
  id: Id,
  title: z.string().nullable(),
  type: z.enum(["direct", "group"]),
  createdBy: Id,
  creatorName: z.string().nullable(),
  creatorEmail: z.string().nullable(),
  /** How many take part. */
  people: z.int(),
  createdAt: Instant,
});

export const LONGEST_REASON = 500;
export const Reason = z.string().trim().min(1, t`Please say why`).max(LONGEST_REASON);

/** The caller's roles according to the database (DEBUG-11). */
export const RoleChecks = z.object({
  userId: Id,
  email: z.string(),
  /** Rows of user_roles. */
  userRoles: z.array(Role),
  /** The mirror in profiles. */
  profileRole: Role,
  /** has_role(_user_id, 'admin') */
  hasRoleAdmin: z.boolean(),
  /** is_current_user_admin() */
  isCurrentUserAdmin: z.boolean(),
  /** The roles of this session. */
  sessionRoles: z.array(Role),
});

export const ConnectionTarget = z.enum([
  "SMTP",
  "Resend",
  "OpenAI",
  "Model",
  "Stripe",
  "Supabase",
  "Slack",
  "Discord",
  "TURN",
  "Database",
]);
export type ConnectionTarget = z.infer<typeof ConnectionTarget>;

export const DatabaseFacts = z.object({
  version: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  startedAt: Instant,
  connections: z.int(),
  maxConnections: z.int(),
  /** The largest first; rows as PostgreSQL estimates them. */
  tables: z.array(z.object({ name: z.string(), rows: z.number(), size: z.number() })),
});

export const ListAudit = z.strictObject({
  ...pageInput,
  userId: Id.optional(),
  /** The whole address of an account. */
  email: z.string().trim().min(1).max(320).optional(),
  capability: z.string().trim().min(1).max(100).optional(),
  /** The noun of the capability: `tasks` of `tasks.create`. */
  area: z.string().trim().min(1).max(100).optional(),
  outcome: z.enum(["done", "refused"]).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});

export const AuditRow = z.object({
  id: Id,
  at: Instant,
  /** Null where nobody was signed in. */
  userId: Id.nullable(),
  /** Null if the account no longer exists. */
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  via: z.string().nullable(),
  capability: z.string(),
  effect: z.string(),
  outcome: z.enum(["done", "refused"]),
  recordIds: z.array(z.string()),
  reason: z.string().nullable(),
  requestId: z.string(),
  address: z.string().nullable(),
  /** The administrator who did it in the person's name. */
  impersonator: z.string().nullable(),
});

export const AuditVerdict = z.object({
  isValid: z.boolean(),
  /** Number of the first invalid link. */
  brokenAt: z.number().nullable(),
  links: z.number(),
  /** Hash of the last link. Comparing it with one noted earlier detects a truncated log. */
  lastHash: z.string().nullable(),
  /** Rows in the log. */
  total: z.number(),
  /** Rows that the next link will cover, within a minute. */
  waiting: z.number(),
  /** Difference between the rows in the log and those sealed or waiting; 0 unless somebody tampered. */
  discrepancy: z.number(),
});

export const Backup = z.object({
  id: Id,
  createdAt: Instant,
  fileName: z.string(),
  origin: z.enum(["schedule", "request"]),
  state: z.enum(["waiting", "running", "ready", "failed"]),
  /** Bytes. */
  size: z.number().nullable(),
  /** The bucket whose files are not in it; null: it holds everything. */
  excludedBucket: z.string().nullable(),
  reason: z.string().nullable(),
  finishedAt: Instant.nullable(),
  verifiedAt: Instant.nullable(),
  /** The result of restoring it into a scratch database; null until somebody asked for that. */
  verification: z
    .object({
      isValid: z.boolean(),
      tables: z.int(),
      rows: z.number(),
      files: z.int(),
      problem: z.string(),
      seconds: z.number(),
    })
    .nullable(),
});

export const BackupSchedule = z.object({
  isEnabled: z.boolean(),
  /** UTC. */
  hour: z.int().min(0).max(23),
  /** How many good ones are kept. */
  retainedCount: z.int().min(1).max(365),
  /** Whether all backups, scheduled and manual, include the files of the bucket, if there is one. */
  includesBucket: z.boolean(),
  /** age public keys that backups are encrypted for: only a matching secret key can restore them. */
  recipients: z
    .array(z.string().regex(/^age1[a-z0-9]{50,4000}$/, t`An age public key begins with age1`))
    .max(10, t`Choose at most 10 keys`),
});

export const JobState = z.enum(["waiting", "active", "failed", "done"]);
export const Job = z.object({
  id: Id,
  name: z.string(),
  state: z.string(),
  createdAt: Instant,
  dueAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  attempts: z.int(),
  problem: z.string().nullable(),
});

export const Health = z.object({
  databaseMode: z.enum(["embedded", "given"]),
  /** Jobs that are due. */
  waiting: z.int(),
  active: z.int(),
  failed: z.int(),
  oldestWaiting: Instant.nullable(),
  mailAccounts: z.int(),
  mailFailing: z.int(),
  /** Mails of the instance itself (invitations, confirmations, notices) that may have been sent, among `failed`. */
  mailUncertain: z.int(),
  /** When the mailbox that waits longest was read. */
  mailSyncedAt: Instant.nullable(),
  /** External accounts that people connected, and when the stalest one was last synced. */
  connections: z.int(),
  connectionsFailing: z.int(),
  connectionSyncedAt: Instant.nullable(),
  processes: z.int(),
  /** Where the running servers store files; more than one place means that they cannot open each other's files. */
  filePlaces: z.array(z.string()),
  /** Addresses of proxies that TRUSTED_PROXIES does not name, as this process saw them. */
  unlistedProxies: z.array(z.string()),
  /** Bytes free on the disk of the data directory. */
  diskFree: z.number(),
  diskTotal: z.number(),
  lastBackupAt: Instant.nullable(),
  lastVerifiedAt: Instant.nullable(),
  /** Work on which the program crashed twice, on this machine: left out until an administrator tries it again. */
  suspendedWork: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Ids of the records that the work was for. */
      row: z.string(),
      lastAt: z.string(),
      problem: z.string(),
    }),
  ),
  /** What is to be done, most urgent first; empty where all is well. */
  hints: z.array(z.string()),
});

export const AdminAccount = AdminUser.extend({
  suspendedAt: Instant.nullable(),
  sessions: z.int(),
  lastSeenAt: Instant.nullable(),
});
