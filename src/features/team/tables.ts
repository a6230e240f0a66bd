import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { columnsOf, searchTextOf } from "#platform/database/field-columns.ts";
import { workspaceFields } from "./fields.ts";
import { COMPLETIONS, DECISION_STATUSES, OUTCOMES, TEAM_ROLES, THRESHOLDS, VOTES } from "./model.ts";

/* Policies of these tables ask for the caller's membership; they stand in policies.sql. */

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const workspaces = pgTable(
  "workspaces",
  {
    ...record(),
    ...columnsOf(workspaceFields),
    createdBy: uuid().notNull(),
    isActive: boolean().notNull().default(true),
    search: searchVector().generatedAlwaysAs(searchTextOf(workspaceFields)),
    ...editable(),
  },
  (table) => [index("workspaces_created_by").on(table.createdBy)],
).enableRLS();

/** Only the state `active` gives access; an invited or removed person sees no more than this row of their own. */
export const workspaceMembers = pgTable(
  "workspace_members",
  {
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    role: text({ enum: TEAM_ROLES }).notNull().default("member"),
    state: text({ enum: ["active", "invited", "removed"] })
      .notNull()
      .default("invited"),
    joinedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index("workspace_members_user").on(table.userId, table.workspaceId),
  ],
).enableRLS();

export const teamDecisions = pgTable(
  "team_decisions",
  {
    ...record(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    title: text().notNull(),
    description: text(),
    deadline: instant(),
    createdBy: uuid().notNull(),
    status: text({ enum: DECISION_STATUSES }).notNull().default("voting"),
    completedAt: instant(),
    search: searchVector().generatedAlwaysAs(
      sql`setweight(to_tsvector('simple', fold_text(title)), 'A') || setweight(to_tsvector('simple', fold_text(description)), 'C')`,
    ),
    completionReason: text({ enum: COMPLETIONS }),
    /** The time zone of the deadline. */
    timeZone: text(),
    threshold: text({ enum: THRESHOLDS }).notNull().default("majority"),
    quorum: integer().notNull().default(0),
    isHidden: boolean().notNull().default(false),
    /** Set by a trigger on completion, with the number of voters; neither changes afterwards. */
    outcome: text({ enum: OUTCOMES }),
    electorate: integer(),
    closedBy: uuid(),
    /** When the job reminds those who have not voted. */
    remindAt: instant(),
    remindedAt: instant(),
    ...editable(),
  },
  (table) => [
    index("team_decisions_newest").on(
      table.workspaceId,
      table.status,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("team_decisions_search").using("gin", table.workspaceId, table.search),
    index("team_decisions_due").on(table.deadline).where(sql`status = 'voting' and deleted_at is null`),
    index("team_decisions_remind").on(table.remindAt).where(sql`status = 'voting' and deleted_at is null`),
  ],
).enableRLS();

/** One vote per person; it can be changed until the decision is completed. */
export const decisionVotes = pgTable(
  "decision_votes",
  {
    decisionId: uuid()
      .notNull()
      .references(() => teamDecisions.id, { onDelete: "cascade" }),
    /** That of the decision: the key by which the table would be distributed (docs/scaling.md). */
    workspaceId: uuid().notNull(),
    userId: uuid().notNull(),
    vote: text({ enum: VOTES }).notNull(),
    comment: text(),
    /** The proxy who gave it; null where it was the person. */
    castBy: uuid(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.decisionId, table.userId] }),
    index("decision_votes_user").on(table.userId),
  ],
).enableRLS();

/** The events of a decision, each entry with the hash of the previous one. Written by triggers, never changed. */
export const decisionLog = pgTable(
  "decision_log",
  {
    decisionId: uuid()
      .notNull()
      .references(() => teamDecisions.id, { onDelete: "cascade" }),
    /** That of the decision: the key by which the table would be distributed (docs/scaling.md). */
    workspaceId: uuid().notNull(),
    sequence: integer().notNull(),
    kind: text().notNull(),
    body: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.decisionId, table.sequence] })],
).enableRLS();

/** Documents that belong to a decision, as they were when they were attached. */
export const decisionPapers = pgTable(
  "decision_papers",
  {
    decisionId: uuid()
      .notNull()
      .references(() => teamDecisions.id, { onDelete: "cascade" }),
    /** That of the decision: the key by which the table would be distributed (docs/scaling.md). */
    workspaceId: uuid().notNull(),
    documentId: uuid().notNull(),
    attachedBy: uuid().notNull(),
    title: text().notNull(),
    fileName: text().notNull(),
    fileSize: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.decisionId, table.documentId] })],
).enableRLS();

/** Who opened which paper from the decision, and when first. */
export const decisionPaperReads = pgTable(
  "decision_paper_reads",
  {
    decisionId: uuid()
      .notNull()
      .references(() => teamDecisions.id, { onDelete: "cascade" }),
    /** That of the decision: the key by which the table would be distributed (docs/scaling.md). */
    workspaceId: uuid().notNull(),
    documentId: uuid().notNull(),
    userId: uuid().notNull(),
    readAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.decisionId, table.documentId, table.userId] })],
).enableRLS();

/** Who may vote for whom: in one decision, or in all of the workspace where none is named. */
export const voteProxies = pgTable(
  "vote_proxies",
  {
    ...record(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    decisionId: uuid().references(() => teamDecisions.id, { onDelete: "cascade" }),
    grantorId: uuid().notNull(),
    proxyId: uuid().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
  },
  (table) => [
    index("vote_proxies_proxy").on(table.proxyId, table.workspaceId),
    index("vote_proxies_grantor").on(table.grantorId, table.workspaceId),
    index("vote_proxies_workspace").on(table.workspaceId),
    index("vote_proxies_decision").on(table.decisionId),
  ],
).enableRLS();

export const teamInvitations = pgTable(
  "team_invitations",
  {
    ...record(),
    workspaceId: uuid()
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    invitedBy: uuid().notNull(),
    invitedEmail: text().notNull(),
    invitedRole: text({ enum: TEAM_ROLES }).notNull().default("member"),
    welcomeMessage: text(),
    /** SHA-256 of the token in the link; the token itself is never stored. */
    tokenHash: text().notNull(),
    /** SHA-256 of the token that only a mail to the address holds: opening it proves the address. */
    mailedTokenHash: text(),
    expiresAt: instant().notNull(),
    /** Number of links made for this invitation, and when the last one was: counted by the limits. */
    sendCount: integer().notNull().default(1),
    sentAt: instant().notNull().defaultNow(),
    acceptedAt: instant(),
    /** Taken back by an administrator or declined. */
    revokedAt: instant(),
  },
  (table) => [
    unique("team_invitations_token").on(table.tokenHash),
    unique("team_invitations_mailed_token").on(table.mailedTokenHash),
    index("team_invitations_newest").on(
      table.workspaceId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    uniqueIndex("team_invitations_pending")
      .on(table.invitedEmail, table.workspaceId)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
).enableRLS();
