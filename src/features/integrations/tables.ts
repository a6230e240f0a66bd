import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import {
  DELIVERY_STATES,
  HOOK_TARGETS,
  type KindChoices,
  PROVIDERS,
  SERVER_STATES,
  SYNC_STATES,
  type SyncedAddressBook,
  TYPES,
} from "./model.ts";

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
    /** Lease of the process that refreshes the access token; no lock is held while it waits for the network. */
    refreshingUntil: instant(),
    /** The granted scopes, as the provider names them. */
    scopes: text().array().notNull().default(sql`'{}'`),
    connectedAt: instant(),
    /** Which kinds to sync; missing ones are enabled by default. */
    importOptions: jsonb().$type<KindChoices>().notNull().default({}),
    syncState: text({ enum: SYNC_STATES }).notNull().default("idle"),
    /** Progress of the current run: items stored, and the total if known. */
    syncDone: integer().notNull().default(0),
    syncTotal: integer(),
    /** The calendar or conversation that the run is reading, and their number. */
    syncStep: integer(),
    syncSteps: integer(),
    /** Set by the provider's rate limit: it is not called before, also on request. */
    waitUntil: instant(),
    /** After a temporary error: the time of the next automatic try. */
    retryAt: instant(),
    /** Failed runs in a row. */
    failures: integer().notNull().default(0),
    /** Lease of the running sync; after it the run counts as interrupted. */
    leaseUntil: instant(),
    updatedAt: instant().notNull().default(sql`now()`),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex("integrations_provider").on(table.userId, table.provider),
    index("integrations_due").on(table.lastSync).where(sql`status = 'connected' and auto_sync`),
    index("integrations_kept").on(table.id).where(sql`tokens is not null`),
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
    /** Items that were deleted at the provider. */
    removed: integer().notNull().default(0),
    /** Items that could not be read; the others were stored. */
    quarantined: integer().notNull().default(0),
    /** The cursor had expired: everything was read again. */
    isFull: boolean().notNull().default(false),
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

/** Attempts in progress: what the provider's answer must match. Single use, ten minutes (security.md D37). */
export const connectionRequests = pgTable(
  "connection_requests",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The session that made the request; the answer must come in the same session. */
    sessionId: uuid(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** Opened in a separate window, or in place of the page. */
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

/** Push subscriptions at providers, until they expire: one per calendar or conversation. */
export const pushChannels = pgTable(
  "push_channels",
  {
    ...record(),
    userId: uuid().notNull(),
    sourceId: uuid().notNull(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** The remote id of the calendar or conversation. */
    resource: text().notNull(),
    /** The provider's id of the channel, if it has its own. */
    remoteId: text(),
    /** Hash of the token that the provider sends with every push, to authenticate it. */
    tokenHash: text().notNull(),
    expiresAt: instant().notNull(),
    lastReceivedAt: instant(),
  },
  (table) => [
    uniqueIndex("push_channels_resource").on(table.sourceId, table.resource),
    uniqueIndex("push_channels_token").on(table.tokenHash),
    index("push_channels_expiry").on(table.expiresAt),
    index("push_channels_user").on(table.userId),
    ownRows("push_channels"),
  ],
);

/** A CardDAV server and a user's credentials there. */
export const cardAccounts = pgTable(
  "card_accounts",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    serverUrl: text().notNull(),
    username: text().notNull(),
    /** Sealed; bound to this row. */
    password: text().notNull(),
    state: text({ enum: SERVER_STATES }).notNull().default("ok"),
    lastError: text(),
    lastSyncedAt: instant(),
    nextSyncAt: instant(),
    failures: integer().notNull().default(0),
    /** The address books as last synced. */
    books: jsonb().$type<SyncedAddressBook[]>().notNull().default([]),
    /** The address of the book that gets new contacts, and since when. */
    newContactsBook: text(),
    newContactsSince: instant(),
    ...editable(),
  },
  (table) => [
    index("card_accounts_user").on(table.userId, table.id),
    index("card_accounts_due").on(table.nextSyncAt).where(sql`deleted_at is null`),
    ownRows("card_accounts"),
  ],
);

/** URLs of other programs that receive signed notifications of changes. */
export const webhooks = pgTable(
  "webhooks",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    /** Sealed; the key of the signatures. */
    secret: text().notNull(),
    /** Names of resources, as in announcements. */
    resources: text().array().notNull().default(sql`'{}'`),
    isActive: boolean().notNull().default(true),
    /** Deliveries in a row that were given up. */
    failures: integer().notNull().default(0),
    lastError: text(),
    lastDeliveredAt: instant(),
    ...editable(),
  },
  (table) => [
    index("webhooks_user").on(table.userId, table.createdAt, table.id),
    index("webhooks_told").on(table.userId).where(sql`is_active and deleted_at is null`),
    ownRows("webhooks"),
  ],
);

/** Private addresses at which other programs create records; only the hash of the token is stored. */
export const incomingWebhooks = pgTable(
  "incoming_webhooks",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    tokenHash: text().notNull(),
    /** Sealed; if set, requests not signed with it are refused. */
    secret: text(),
    creates: text({ enum: HOOK_TARGETS }).notNull(),
    isActive: boolean().notNull().default(true),
    lastUsedAt: instant(),
    ...editable(),
  },
  (table) => [
    uniqueIndex("incoming_webhooks_token").on(table.tokenHash),
    index("incoming_webhooks_user").on(table.userId, table.createdAt, table.id),
    ownRows("incoming_webhooks"),
  ],
);

/** Deliveries to webhooks and requests from incoming ones, with their state. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    ...record(),
    userId: uuid().notNull(),
    /** Id in webhooks or incoming_webhooks. */
    webhookId: uuid().notNull(),
    direction: text({ enum: ["out", "in"] }).notNull(),
    event: text().notNull(),
    payload: jsonb().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull().default("queued"),
    attempts: integer().notNull().default(0),
    dueAt: instant().notNull().default(sql`now()`),
    leaseUntil: instant(),
    /** The last HTTP status of the receiver. */
    status: integer(),
    error: text(),
    finishedAt: instant(),
    /** For incoming requests: the sender's own id, so that a repeated request creates nothing twice. */
    remoteKey: text(),
    recordId: uuid(),
  },
  (table) => [
    index("webhook_deliveries_newest").on(
      table.webhookId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("webhook_deliveries_due").on(table.dueAt).where(sql`state in ('queued', 'sending')`),
    index("webhook_deliveries_user").on(table.userId),
    uniqueIndex("webhook_deliveries_once").on(table.webhookId, table.remoteKey),
    ownRows("webhook_deliveries"),
  ],
);
