import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgPolicy, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, record } from "#platform/database/columns.ts";
import { appRole } from "#platform/database/policies.ts";
import { FRESH_FIELDS, MODEL_PROVIDERS, REGISTRATIONS, type SystemFields } from "./fields.ts";

/* Policies check whether the caller is an administrator; they are in policies.sql. */

const words = (
  field: { [F in keyof SystemFields]: SystemFields[F] extends string ? F : never }[keyof SystemFields],
) => text().notNull().default(FRESH_FIELDS[field]);

/**
 * The id of this instance: one row, written at the first start. The folder or bucket of its files carries it as well.
 * No request reads it.
 */
export const instanceIdentity = pgTable(
  "instance_identity",
  { id: boolean().primaryKey().default(true), instanceId: uuid().notNull().defaultRandom() },
  () => [
    check("instance_identity_one_row", sql`id`),
    pgPolicy("instance_identity_closed", { for: "select", to: appRole, using: sql`false` }),
  ],
);

/** The settings of the instance: one row, from the first save on. */
export const systemSettings = pgTable(
  "system_settings",
  {
    id: boolean().primaryKey().default(true),
    appName: words("appName"),
    appDescription: words("appDescription"),
    appUrl: words("appUrl"),
    timezone: words("timezone"),
    maintenanceMode: boolean().notNull().default(false),
    smtpHost: words("smtpHost"),
    smtpPort: integer().notNull().default(FRESH_FIELDS.smtpPort),
    smtpUsername: words("smtpUsername"),
    smtpFromEmail: words("smtpFromEmail"),
    smtpFromName: words("smtpFromName"),
    smtpSecure: boolean().notNull().default(true),
    supabaseUrl: words("supabaseUrl"),
    metaTitle: words("metaTitle"),
    metaDescription: words("metaDescription"),
    metaKeywords: words("metaKeywords"),
    googleAnalyticsId: words("googleAnalyticsId"),
    googleSearchConsoleId: words("googleSearchConsoleId"),
    emailNotifications: boolean().notNull().default(true),
    pushNotifications: boolean().notNull().default(true),
    googleClientId: words("googleClientId"),
    microsoftClientId: words("microsoftClientId"),
    slackClientId: words("slackClientId"),
    stunUrls: words("stunUrls"),
    turnUrls: words("turnUrls"),
    transcriptionUrl: words("transcriptionUrl"),
    transcriptionModel: words("transcriptionModel"),
    relayCallsOnly: boolean().notNull().default(false),
    modelProvider: text({ enum: MODEL_PROVIDERS }).notNull().default("openai"),
    modelUrl: words("modelUrl"),
    modelName: words("modelName"),
    modelCallsPerDay: integer().notNull().default(FRESH_FIELDS.modelCallsPerDay),
    agentsEnabled: boolean().notNull().default(true),
    registration: text({ enum: REGISTRATIONS }).notNull().default("auto"),
    registrationDomains: words("registrationDomains"),
    version: integer().notNull().default(1),
    updatedAt: instant().notNull().defaultNow(),
  },
  () => [check("system_settings_one_row", sql`id`)],
).enableRLS();

/** Passwords and keys of the instance, sealed by `platform/secrets`; a row is there while the secret is set. */
export const systemSecrets = pgTable("system_secrets", {
  name: text().primaryKey(),
  sealed: text().notNull(),
  /** The only part that is ever shown. */
  lastFour: text().notNull(),
  updatedAt: instant().notNull().defaultNow(),
}).enableRLS();

/** What a save changed: old and new values of fields; for secrets only whether they were set or deleted. */
export type SettingChange = {
  field: string;
  before: string | number | boolean;
  after: string | number | boolean;
};

/** Append-only: who changed which settings when. */
export const systemSettingsChanges = pgTable(
  "system_settings_changes",
  {
    ...record(),
    userId: uuid().notNull(),
    /** The administrator's name at that time. */
    userName: text().notNull(),
    version: integer().notNull(),
    changes: jsonb().$type<SettingChange[]>().notNull(),
  },
  (table) => [
    index("system_settings_changes_newest").on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
).enableRLS();
