import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { authMayDoAll, id, moment, own, ownAs, owner, SCOPES } from "./tables.ts";

/** Programs that registered themselves to act for people (RFC 7591): public clients without a secret. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: id(),
    name: text().notNull(),
    redirectUris: text().array().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index("oauth_clients_created").on(table.createdAt), authMayDoAll("oauth_clients")],
);

/**
 * Codes that a client exchanges for tokens, single use, valid for minutes (RFC 6749 with PKCE); the SHA-256 of each.
 */
export const oauthCodes = pgTable(
  "oauth_codes",
  {
    id: id(),
    codeHash: text().notNull(),
    userId: owner(),
    clientId: uuid()
      .notNull()
      .references(() => oauthClients.id, { onDelete: "cascade" }),
    redirectUri: text().notNull(),
    /** S256 (RFC 7636). */
    challenge: text().notNull(),
    scopes: text({ enum: SCOPES }).array().notNull(),
    toolGroups: text().array(),
    expiresAt: moment().notNull(),
    /** The grant issued for the code: using the code twice ends that grant. */
    grantId: uuid(),
  },
  (table) => [
    uniqueIndex("oauth_codes_code").on(table.codeHash),
    index("oauth_codes_expiry").on(table.expiresAt),
    authMayDoAll("oauth_codes"),
  ],
);

/** Keys for programs and agents. Holds the SHA-256 of the key; the key itself is shown once. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    userId: owner(),
    name: text().notNull(),
    keyHash: text().notNull(),
    lastFour: text().notNull(),
    scopes: text({ enum: SCOPES }).array().notNull(),
    createdAt: moment().notNull().defaultNow(),
    lastUsedAt: moment(),
    expiresAt: moment(),
    revokedAt: moment(),
    /** The areas (slices) whose tools it may call; null: all of them. */
    toolGroups: text().array(),
    /** The agent that the person authorized by signing in (OAuth); null: a key that the person created. */
    clientId: uuid().references(() => oauthClients.id, { onDelete: "cascade" }),
    /** For a client: the refresh token, and the one before it, whose use means that it was stolen. */
    refreshHash: text(),
    previousRefreshHash: text(),
    refreshExpiresAt: moment(),
    /** A key that the person created for an agent: like a grant, it does not count as the person. */
    isAgent: boolean().notNull().default(false),
    /** The person lets it send and destroy without approving each act. */
    skipsApproval: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex("api_keys_refresh").on(table.refreshHash),
    uniqueIndex("api_keys_hash").on(table.keyHash),
    index("api_keys_user").on(table.userId, table.createdAt),
    own("api_keys", "select"),
    ownAs("api_keys", "insert"),
    ownAs("api_keys", "update"),
    authMayDoAll("api_keys"),
  ],
);
