import { sql } from "drizzle-orm";
import {
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
import { COMPLETIONS, DECISION_STATUSES, TEAM_ROLES, VOTES } from "./model.ts";

/* Policies of these tables ask for the caller's membership; they stand with their functions in migrations/always/15-team.sql. */

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const workspaces = pgTable(
  "workspaces",
  {
    ...record(),
    name: text().notNull(),
    description: text(),
    createdBy: uuid().notNull(),
    isActive: boolean().notNull().default(true),
    search: searchVector().generatedAlwaysAs(
      sql`setweight(to_tsvector('simple', fold_text(name)), 'A') || setweight(to_tsvector('simple', fold_text(description)), 'C')`,
    ),
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
    completedBecause: text({ enum: COMPLETIONS }),
    ...editable(),
  },
  (table) => [
    index("team_decisions_newest").on(
      table.workspaceId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("team_decisions_search").using("gin", table.workspaceId, table.search),
    index("team_decisions_due").on(table.deadline).where(sql`status = 'voting' and deleted_at is null`),
  ],
).enableRLS();

/** One vote per person; it can be changed until the decision is completed. */
export const decisionVotes = pgTable(
  "decision_votes",
  {
    decisionId: uuid()
      .notNull()
      .references(() => teamDecisions.id, { onDelete: "cascade" }),
    userId: uuid().notNull(),
    vote: text({ enum: VOTES }).notNull(),
    comment: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.decisionId, table.userId] }),
    index("decision_votes_user").on(table.userId),
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
    expiresAt: instant().notNull(),
    /** How often the link was made, and when last: what the limits count. */
    sends: integer().notNull().default(1),
    sentAt: instant().notNull().defaultNow(),
    acceptedAt: instant(),
    /** Taken back by an administrator or declined. */
    revokedAt: instant(),
  },
  (table) => [
    unique("team_invitations_token").on(table.tokenHash),
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
