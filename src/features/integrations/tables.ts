import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { editable, instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import {
  DELIVERY_STATES,
  HOOK_MAKES,
  type KindChoices,
  PROVIDERS,
  SERVER_STATES,
  SYNC_STATES,
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
    /** Who renews the access token holds this until then; the network is waited for without a lock. */
    refreshingUntil: instant(),
    /** What the person allowed, in the provider's words. */
    scopes: text().array().notNull().default(sql`'{}'`),
    connectedAt: instant(),
    /** What is to be synchronised; what is not named is. */
    importOptions: jsonb().$type<KindChoices>().notNull().default({}),
    syncState: text({ enum: SYNC_STATES }).notNull().default("idle"),
    /** Of the run under way: items stored so far, and of how many; the latter is not always known. */
    syncDone: integer().notNull().default(0),
    syncTotal: integer(),
    /** Which of its calendars or conversations the run is at, and of how many. */
    syncStep: integer(),
    syncSteps: integer(),
    /** The provider said when to come back: it is not asked before, whoever asks. */
    waitUntil: instant(),
    /** After trouble that passes by itself: when the next try comes by itself. */
    retryAt: instant(),
    /** Failed runs in a row. */
    failures: integer().notNull().default(0),
    /** Who runs it holds it until then; after that it was cut off. */
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
    /** Deleted there since. */
    removed: integer().notNull().default(0),
    /** Items that could not be read; the others were stored. */
    quarantined: integer().notNull().default(0),
    /** The cursor had expired: everything was read anew. */
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

/** Where a provider tells of changes by itself, until it ends: one for each calendar or conversation. */
export const pushChannels = pgTable(
  "push_channels",
  {
    ...record(),
    userId: uuid().notNull(),
    sourceId: uuid().notNull(),
    provider: text({ enum: PROVIDERS }).notNull(),
    /** The calendar or the conversation there. */
    resource: text().notNull(),
    /** What the provider calls the channel, where it has a name of its own for it. */
    remoteId: text(),
    /** Of what the provider sends along, so that nobody else can tell something. */
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

/** A CardDAV server and how a person signs in there. */
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
    ...editable(),
  },
  (table) => [
    index("card_accounts_user").on(table.userId, table.id),
    index("card_accounts_due").on(table.nextSyncAt).where(sql`deleted_at is null`),
    ownRows("card_accounts"),
  ],
);

/** Addresses of other programs that are told, signed, of what changes here. */
export const webhooks = pgTable(
  "webhooks",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    /** Sealed; signs what is sent. */
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

/** Private addresses by which other programs leave something here; only the hash of the token is kept. */
export const incomingWebhooks = pgTable(
  "incoming_webhooks",
  {
    ...record(),
    userId: uuid().notNull(),
    name: text().notNull(),
    tokenHash: text().notNull(),
    /** Sealed; where there is one, what is not signed with it is refused. */
    secret: text(),
    makes: text({ enum: HOOK_MAKES }).notNull(),
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

/** What left for a webhook or came in by one, and what became of it. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    ...record(),
    userId: uuid().notNull(),
    /** Of webhooks or incoming_webhooks. */
    webhookId: uuid().notNull(),
    direction: text({ enum: ["out", "in"] }).notNull(),
    event: text().notNull(),
    payload: jsonb().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull().default("queued"),
    attempts: integer().notNull().default(0),
    dueAt: instant().notNull().default(sql`now()`),
    leaseUntil: instant(),
    /** What the other side answered last. */
    status: integer(),
    error: text(),
    settledAt: instant(),
    /** What came in: told apart by the sender's own id, so that a repetition makes nothing twice. */
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
