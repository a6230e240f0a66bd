import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  doublePrecision,
  index,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { appRole, currentUserId, ownRows } from "#platform/database/policies.ts";
import type { Undo } from "./actor.ts";

/** waiting: for the person; done and dismissed: by the person; running: approved, result not yet known. */
const REQUEST_STATES = ["waiting", "running", "done", "failed", "dismissed"] as const;

/** Who did what, append-only: the app role may insert and read its own rows, nothing else. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid().primaryKey().defaultRandom(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The order of acts; those of one transaction have the same time. */
    insertionNumber: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    userId: uuid(),
    via: text(),
    credentialId: text(),
    capability: text().notNull(),
    effect: text().notNull(),
    outcome: text({ enum: ["done", "refused"] }).notNull(),
    recordIds: text().array().notNull().default(sql`'{}'`),
    undo: jsonb().$type<Undo | null>(),
    /** The person's reason, if the capability asks for one. */
    reason: text(),
    requestId: text().notNull(),
    address: text(),
    /** The administrator who did it while impersonating `userId`. */
    impersonatedBy: uuid(),
  },
  (table) => [
    index("audit_log_newest").on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index("audit_log_capability").on(
      table.capability,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("audit_log_area").on(
      sql`split_part(capability, '.', 1)`,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("audit_log_refused")
      .on(table.at.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`outcome = 'refused'`),
    index("audit_log_user_at").on(table.userId, table.at.desc().nullsFirst(), table.id.desc().nullsFirst()),
    pgPolicy("audit_log_insert", { for: "insert", to: appRole, withCheck: sql`true` }),
    pgPolicy("audit_log_read_own", { for: "select", to: appRole, using: sql`user_id = ${currentUserId}` }),
  ],
);

/**
 * The hash chain over the audit log: each link names up to 1,000 rows and holds the SHA-256 of the previous link and of
 * these rows. A job adds links, so that no request waits for another; its policy is in policies.sql.
 */
export const auditSeals = pgTable(
  "audit_seals",
  {
    sequence: bigint({ mode: "number" }).primaryKey(),
    rowIds: uuid().array().notNull(),
    /** The latest moment of its rows. */
    until: timestamp({ withTimezone: true }).notNull(),
    hash: text().notNull(),
    sealedAt: instant().notNull().defaultNow(),
  },
  (table) => [index("audit_seals_until").on(table.until)],
).enableRLS();

/** First answers of writes with an Idempotency-Key; deleted after 24 hours. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: uuid().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    answer: jsonb().$type<unknown>(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index("idempotency_keys_created").on(table.createdAt),
    ownRows("idempotency_keys"),
  ],
);

/** Acts of agents that need their person's approval; `input` is exactly what will be called. */
export const agentRequests = pgTable(
  "agent_requests",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The key or grant that made the request. */
    credentialId: text().notNull(),
    /** The agent's name at that time. */
    agentName: text().notNull(),
    capability: text().notNull(),
    input: jsonb().$type<unknown>().notNull(),
    /** SHA-256 of capability and input, which the approval repeats: only what was shown is run. */
    inputHash: text().notNull(),
    summary: text().notNull(),
    state: text({ enum: REQUEST_STATES }).notNull().default("waiting"),
    /** The result for the agent; null if it holds a secret. */
    answer: jsonb().$type<unknown>(),
    /** When its person changed it before approving it; null: it is as the agent asked for it. */
    editedAt: instant(),
    /** The hash of what the agent asked for, if its person changed that: the same call again is the same request. */
    askedHash: text(),
    expiresAt: instant().notNull(),
    decidedAt: instant(),
  },
  (table) => [
    index("agent_requests_user").on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("agent_requests_expiry").on(table.expiresAt),
    ownRows("agent_requests"),
  ],
);

/** Minutes that a capability saved a person, measured when it ran: the only source of the figure 'hours saved'. */
export const timeSavings = pgTable(
  "time_savings",
  {
    ...record(),
    userId: uuid().notNull(),
    capability: text().notNull(),
    minutes: doublePrecision().notNull(),
    occurredAt: instant().notNull(),
    recordId: uuid(),
  },
  (table) => [
    index("time_savings_occurred").on(table.userId, table.occurredAt),
    check("time_savings_minutes", sql`minutes > 0`),
    ownRows("time_savings"),
  ],
);
