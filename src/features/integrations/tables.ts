import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { PROVIDERS, TYPES } from "./model.ts";

/** Accounts elsewhere that a person connected; at most one per provider. */
export const integrations = pgTable(
  "integrations",
  {
    ...record(),
    userId: uuid().notNull(),
    provider: text({ enum: PROVIDERS }).notNull(),
    type: text({ enum: TYPES }).notNull(),
    /** connected or error; anything else means disconnected. */
    status: text().notNull().default("disconnected"),
    accountName: text(),
    autoSync: boolean().notNull().default(true),
    lastSync: instant(),
    lastError: text(),
    /** The provider's own id of the account. */
    accountId: text(),
    /** Access and refresh token, sealed by platform/secrets for this row. */
    tokens: text(),
    updatedAt: instant().notNull().default(sql`now()`),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex("integrations_provider").on(table.userId, table.provider),
    index("integrations_due").on(table.lastSync).where(sql`status = 'connected' and auto_sync`),
    check(
      "integrations_provider_known",
      sql`provider in ('gmail', 'google_calendar', 'outlook', 'outlook_calendar', 'slack', 'teams')`,
    ),
    check("integrations_type_known", sql`type in ('email', 'calendar', 'messaging', 'collaboration')`),
    ownRows("integrations"),
  ],
);

/** Every synchronisation that ran; the statistics are counted from here. */
export const integrationSyncs = pgTable(
  "integration_syncs",
  {
    ...record(),
    userId: uuid().notNull(),
    provider: text({ enum: PROVIDERS }).notNull(),
    startedAt: instant().notNull(),
    finishedAt: instant().notNull(),
    isSuccessful: boolean().notNull(),
    count: integer().notNull().default(0),
    error: text(),
    isAutomatic: boolean().notNull().default(false),
  },
  (table) => [
    index("integration_syncs_newest").on(
      table.userId,
      table.provider,
      table.startedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    check("integration_syncs_count", sql`count >= 0`),
    ownRows("integration_syncs"),
  ],
);

/** Connections under way: what the provider's answer must match. Single use, ten minutes (security.md D37). */
export const connectionRequests = pgTable(
  "connection_requests",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The session that asked; the answer must come in the same one. */
    sessionId: uuid(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** Opened in a window of its own, or in place of the page. */
    flow: text({ enum: ["window", "page"] }).notNull(),
    stateHash: text().notNull(),
    /** The PKCE verifier, sealed by platform/secrets for this row. */
    verifier: text().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex("connection_requests_state").on(table.stateHash),
    index("connection_requests_user").on(table.userId, table.expiresAt),
    ownRows("connection_requests"),
  ],
);
