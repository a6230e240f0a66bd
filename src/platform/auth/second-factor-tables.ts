import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { authMayDoAll, id, moment, owner, users } from "./tables.ts";

/** The secret shared with a person's authenticator app (RFC 6238), sealed; codes are required once it is confirmed. */
export const totpSecrets = pgTable(
  "totp_secrets",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    sealed: text().notNull(),
    confirmedAt: moment(),
    /** The last 30-second step whose code was accepted: no code works twice. */
    lastStep: bigint({ mode: "number" }).notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
  },
  () => [authMayDoAll("totp_secrets")],
);

/** Recovery codes for a lost phone, as SHA-256; each works once. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  { id: id(), userId: owner(), codeHash: text().notNull(), usedAt: moment() },
  (table) => [
    uniqueIndex("recovery_codes_code").on(table.userId, table.codeHash),
    authMayDoAll("recovery_codes"),
  ],
);

/** Public keys of a person's devices (WebAuthn). */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: owner(),
    name: text().notNull(),
    /** As the browser reports it, base64url. */
    credentialId: text().notNull(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    counter: bigint({ mode: "number" }).notNull().default(0),
    transports: text().array().notNull().default(sql`'{}'`),
    createdAt: moment().notNull().defaultNow(),
    lastUsedAt: moment(),
  },
  (table) => [
    uniqueIndex("passkeys_credential").on(table.credentialId),
    index("passkeys_user").on(table.userId, table.createdAt),
    authMayDoAll("passkeys"),
  ],
);

/** An unfinished sign-in or passkey registration; the page holds its token, this table the SHA-256. */
export const signInSteps = pgTable(
  "sign_in_steps",
  {
    id: id(),
    /** Null until a passkey identifies its person. */
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    purpose: text({ enum: ["second_factor", "add_passkey", "use_passkey"] }).notNull(),
    tokenHash: text().notNull(),
    /** The challenge that the passkey signs. */
    challenge: text(),
    /** Wrong codes so far. */
    failures: integer().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex("sign_in_steps_token").on(table.tokenHash),
    index("sign_in_steps_expiry").on(table.expiresAt),
    authMayDoAll("sign_in_steps"),
  ],
);
