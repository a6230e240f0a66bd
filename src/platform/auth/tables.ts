import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  index,
  integer,
  pgPolicy,
  pgRole,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { LANGUAGES } from "#i18n/languages.ts";
import { appRole, currentUserId } from "#platform/database/policies.ts";
import { HOUR_CYCLES } from "#platform/time/hour-cycle.ts";
import { ADDRESS_REASONS, ADDRESS_STATES } from "./address-state.ts";
import { FIRST_STEPS } from "./first-steps.ts";
import { START_PAGES } from "./start-pages.ts";

/**
 * The only role that reads hashes of secrets and changes identities. Requests sign in as `adjutant_app`, which sees
 * only its own rows of these tables and the columns granted in `grants.sql`.
 */
export const authRole = pgRole("adjutant_auth").existing();

export const ROLES = ["user", "moderator", "admin"] as const;
export const SCOPES = ["read", "write", "destroy"] as const;

export const moment = () => timestamp({ withTimezone: true });
export const id = () => uuid().primaryKey().defaultRandom();
export const owner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const authMayDoAll = (table: string) =>
  pgPolicy(`${table}_auth`, { for: "all", to: authRole, using: sql`true`, withCheck: sql`true` });
export const own = (table: string, verb: "select" | "delete", column = "user_id") =>
  pgPolicy(`${table}_${verb}_own`, {
    for: verb,
    to: appRole,
    // rule: built-sql - the text of a policy takes no parameters; the column is one of the calls below
    using: sql`${sql.raw(column)} = ${currentUserId}`,
  });
export const ownAs = (table: string, verb: "insert" | "update") =>
  pgPolicy(`${table}_${verb}_own`, {
    for: verb,
    to: appRole,
    ...(verb === "update" && { using: sql`user_id = ${currentUserId}` }),
    withCheck: sql`user_id = ${currentUserId}`,
  });

/** People who can sign in. The address is stored in lower case. */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    /** Obsolete: replaced by the recorded proofs, and no longer read. */
    emailVerified: boolean().notNull().default(false),
    /**
     * State of the address, its reason, who vouched and since when. `address_counts` in SQL decides whether it counts.
     */
    addressState: text({ enum: ADDRESS_STATES }).notNull().default("unproven"),
    addressReason: text({ enum: ADDRESS_REASONS }),
    /** The account that vouched for it; null if nobody did or that account is deleted. */
    addressBy: uuid().references((): AnyPgColumn => users.id, { onDelete: "set null" }),
    addressAt: moment(),
    /** Since then suspended by an administrator: the person cannot sign in. */
    suspendedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("users_email").on(sql`lower(${table.email})`),
    index("users_address_by").on(table.addressBy),
    own("users", "select", "id"),
    authMayDoAll("users"),
  ],
);

/** A person's own details. `email` and `role` are mirrors that triggers maintain: never write them here. */
export const profiles = pgTable(
  "profiles",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    fullName: text().notNull().default(""),
    email: text().notNull(),
    avatarUrl: text(),
    role: text({ enum: ROLES }).notNull().default("user"),
    /** How the greeting addresses the person. */
    address: text().notNull().default("Executive"),
    /** IANA name. */
    timeZone: text().notNull().default("UTC"),
    /** How clocks are written; null until the person's browser has said it. */
    hourCycle: text({ enum: HOUR_CYCLES }),
    /** First day of the week, 0 is Sunday; null: as the reader's locale has it. */
    firstWeekday: integer(),
    /** Of the pages; null: as the browser has it. */
    language: text({ enum: LANGUAGES }),
    density: text({ enum: ["comfortable", "compact"] })
      .notNull()
      .default("comfortable"),
    motion: text({ enum: ["system", "reduced"] })
      .notNull()
      .default("system"),
    /** The page that a sign-in opens. */
    startPage: text({ enum: START_PAGES }).notNull().default("/"),
    /** True: the dashboard of an account without data shows no sample figures. */
    startsEmpty: boolean().notNull().default(false),
    /** When the first steps were completed or skipped; null while the dashboard offers them. */
    firstStepsAt: moment(),
    /** First steps that the person does not want to take now. */
    skippedSteps: text({ enum: FIRST_STEPS }).array().notNull().default(sql`'{}'`),
    version: integer().notNull().default(1),
    createdAt: moment().notNull().defaultNow(),
    /** Since then no key and no agent acts for the person, until the person allows it again. */
    agentsPausedAt: moment(),
  },
  (table) => [
    check("profiles_start_page", sql`start_page in ('/', '/daily-ops', '/email', '/calendar', '/tasks')`),
    check(
      "profiles_skipped_steps",
      sql`skipped_steps <@ array['mail', 'calendar', 'timeZone', 'import', 'invite', 'phone']`,
    ),
    check("profiles_language", sql`language ~ '^[a-z]{2}$'`),
    check("profiles_clock", sql`hour_cycle in ('h12', 'h23') and first_weekday between 0 and 6`),
    index("profiles_newest").on(table.createdAt.desc().nullsFirst(), table.userId.desc().nullsFirst()),
    own("profiles", "select"),
    ownAs("profiles", "update"),
    authMayDoAll("profiles"),
  ],
);

/** The source of truth about roles; the person it is about can only read it. */
export const userRoles = pgTable(
  "user_roles",
  {
    userId: owner(),
    role: text({ enum: ROLES }).notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.role] }),
    index("user_roles_role").on(table.role),
    check("user_roles_known", sql`role in ('user', 'moderator', 'admin')`),
    own("user_roles", "select"),
    authMayDoAll("user_roles"),
  ],
);

/** Password hashes (argon2id, PHC text). An account without a row cannot sign in by password. */
export const credentials = pgTable(
  "credentials",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    passwordHash: text().notNull(),
    changedAt: moment().notNull().defaultNow(),
  },
  () => [authMayDoAll("credentials")],
);

/** Browsers that are signed in. Holds the SHA-256 of the cookie's token, never the token. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: owner(),
    tokenHash: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    renewedAt: moment().notNull().defaultNow(),
    /** The idle timeout or the absolute one, whichever is earlier. */
    expiresAt: moment().notNull(),
    address: text(),
    userAgent: text(),
    /** True until the one redirect to /admin that ADMIN_EMAIL gets per sign-in has happened. */
    redirectPending: boolean().notNull().default(false),
    /** The administrator who impersonates the person in this session, and the reason; null in a normal session. */
    impersonatedBy: uuid(),
    impersonationReason: text(),
    /** The administrator's own session: it continues when this one ends, and this one ends with it. */
    impersonatorSession: uuid(),
  },
  (table) => [
    uniqueIndex("sessions_token").on(table.tokenHash),
    index("sessions_user").on(table.userId, table.createdAt),
    index("sessions_expiry").on(table.expiresAt),
    own("sessions", "select"),
    own("sessions", "delete"),
    authMayDoAll("sessions"),
  ],
);

/** Single-use tokens of messages to a person's address, as SHA-256. */
export const verifications = pgTable(
  "verifications",
  {
    id: id(),
    userId: owner(),
    purpose: text({ enum: ["confirm_email", "reset_password"] }).notNull(),
    tokenHash: text().notNull(),
    /** True if only a mail to the address holds the token, so that using it proves access to the mailbox. */
    isMailed: boolean().notNull().default(false),
    expiresAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex("verifications_token").on(table.tokenHash),
    index("verifications_user").on(table.userId),
    index("verifications_expiry").on(table.expiresAt),
    authMayDoAll("verifications"),
  ],
);

/** The link that makes an administrator's account, as SHA-256; a new one replaces it. */
export const setUpLinks = pgTable(
  "set_up_links",
  {
    id: boolean().primaryKey().default(true),
    tokenHash: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  () => [check("set_up_links_one_row", sql`id`), authMayDoAll("set_up_links")],
);

/** Whether addresses vouched for only on the machine itself count, as the server last determined: one row. */
export const addressPolicy = pgTable(
  "address_policy",
  { id: boolean().primaryKey().default(true), loopbackCounts: boolean().notNull().default(false) },
  () => [check("address_policy_one_row", sql`id`), authMayDoAll("address_policy")],
);

/**
 * Attempts counted by the limits against guessing. `account` is the SHA-256 of an address, with or without an account.
 */
export const attempts = pgTable(
  "attempts",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    kind: text({ enum: ["sign_in", "sign_up", "message", "register"] }).notNull(),
    account: text().notNull(),
    /** An IPv4 address or the /64 of an IPv6 address. */
    source: text().notNull(),
    /** For a sign-in in a browser known to the account: its `known_devices.token_hash`. */
    device: text(),
    at: moment().notNull().defaultNow(),
  },
  (table) => [
    index("attempts_account").on(table.kind, table.account, table.at),
    index("attempts_source").on(table.kind, table.source, table.at),
    index("attempts_at").on(table.kind, table.at),
    authMayDoAll("attempts"),
  ],
);

/** Written by earlier versions and replaced by known_devices: no longer read; its rows expire after their 90 days. */
export const knownSources = pgTable(
  "known_sources",
  { userId: owner(), source: text().notNull(), lastAt: moment().notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.userId, table.source] }), authMayDoAll("known_sources")],
);

/**
 * Browsers in which a person has signed in before, by the SHA-256 of a cookie's token: guesses from elsewhere do not
 * lock the person out there. One browser may be known to several people.
 */
export const knownDevices = pgTable(
  "known_devices",
  { userId: owner(), tokenHash: text().notNull(), lastAt: moment().notNull().defaultNow() },
  (table) => [
    primaryKey({ columns: [table.tokenHash, table.userId] }),
    index("known_devices_user").on(table.userId, table.lastAt),
    authMayDoAll("known_devices"),
  ],
);
