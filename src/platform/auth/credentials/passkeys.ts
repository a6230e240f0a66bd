import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { addressCounts } from "../accounts/record-address.ts";
import type { Auth, Passkeys } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import { signInSteps, passkeys as table } from "../second-factor-tables.ts";
import { beginAccountSession } from "../sign-in/begin-session.ts";
import { users } from "../tables.ts";
import { ALGORITHMS, notAccepted, provenNewKey, provenUse } from "./passkey-proof.ts";
import { provePassword, toWrongPasswordError } from "./prove-password.ts";
import { newToken, tokenHash } from "./token.ts";

const STEP_MINUTES = 5;
const MAX_PASSKEYS = 20;

/** Sign-in without a password (Web Authentication): a key that stays in the person's device. */
export function passkeys(parts: AuthParts): Passkeys {
  const { identities, settings } = parts;
  return {
    list: ({ userId }) => identities.transaction(null, "read", (db) => passkeysOf(db, userId)),
    prepare: async (actor, password, caller) => {
      await provePassword(parts, actor.email, password, caller).catch(toWrongPasswordError("password"));
      return identities.transaction(null, "write", async (db) => {
        const existing = await db
          .select({ credentialId: table.credentialId, transports: table.transports })
          .from(table)
          .where(eq(table.userId, actor.userId));
        if (existing.length >= MAX_PASSKEYS)
          throw new AppError("conflict", t`A person keeps at most ${MAX_PASSKEYS} passkeys`);
        const { step, challenge } = await beginStep(db, "add_passkey", actor.userId);
        const relyingParty = settings.instance?.().appName ?? "Adjutant";
        return { step, challenge, relyingParty, algorithms: ALGORITHMS, excludeCredentials: existing };
      });
    },
    add: async ({ userId }, { step, name, key }) => {
      const challenge = await identities.transaction(null, "write", (db) =>
        consumeStep(db, step, "add_passkey", userId),
      );
      const proven = await provenNewKey(settings, challenge, key);
      return identities.transaction(null, "write", async (db) => {
        const [added] = await db
          .insert(table)
          .values({ userId, name: named(name), transports: [...key.transports], ...proven })
          .onConflictDoNothing()
          .returning(SUMMARY_COLUMNS);
        if (!added) throw new AppError("conflict", t`This passkey is already registered`);
        return added;
      });
    },
    rename: ({ userId }, id, name) =>
      identities.transaction(null, "write", async (db) => {
        const [renamed] = await db
          .update(table)
          .set({ name: named(name) })
          .where(and(eq(table.id, id), eq(table.userId, userId)))
          .returning(SUMMARY_COLUMNS);
        if (!renamed) throw notFound(t`Passkey`);
        return renamed;
      }),
    remove: async (actor, id, password, caller) => {
      const isOwn = and(eq(table.id, id), eq(table.userId, actor.userId));
      const found = await identities.transaction(null, "read", (db) =>
        db.select(SUMMARY_COLUMNS).from(table).where(isOwn),
      );
      if (found.length === 0) throw notFound(t`Passkey`);
      await provePassword(parts, actor.email, password, caller).catch(toWrongPasswordError("password"));
      await identities.transaction(null, "write", (db) => db.delete(table).where(isOwn));
    },
  };
}

/** A challenge for the sign-in page; the passkey identifies its person. */
export function startPasskeySignIn({ identities }: AuthParts): Auth["startPasskeySignIn"] {
  return () => identities.transaction(null, "write", (db) => beginStep(db, "use_passkey", null));
}

/**
 * Signs in with the passkey alone: the device has verified its owner by fingerprint, face or PIN, so no code is
 * required. A challenge works once. There is nothing to guess, so failures do not count against the account.
 */
export function completePasskeySignIn(parts: AuthParts): Auth["completePasskeySignIn"] {
  const { identities, settings } = parts;
  return async ({ step, proof }, caller) => {
    const { challenge, passkey } = await identities.transaction(null, "write", async (db) => ({
      challenge: await consumeStep(db, step, "use_passkey", null),
      passkey: await storedPasskey(db, proof.credentialId),
    }));
    if (!passkey)
      throw new AppError("invalid", t`This passkey is not registered here. It may have been removed.`);
    const counter = await provenUse(settings, challenge, proof, passkey);
    if (settings.requireEmailConfirmation && !passkey.addressCounts)
      throw new AppError("forbidden", "Email not confirmed");
    return identities.transaction(null, "write", async (db) => {
      // No update if the passkey was removed or used (also a copy of it) in the meantime.
      const used = await db
        .update(table)
        .set({ counter, lastUsedAt: sql`now()` })
        .where(
          and(eq(table.userId, passkey.userId), eq(table.id, passkey.id), eq(table.counter, passkey.counter)),
        )
        .returning({ id: table.id });
      if (used.length === 0) throw notAccepted();
      return beginAccountSession(db, parts, passkey, caller);
    });
  };
}

const SUMMARY_COLUMNS = {
  id: table.id,
  name: table.name,
  createdAt: table.createdAt,
  lastUsedAt: table.lastUsedAt,
};

const passkeysOf = (db: Transaction, userId: string) =>
  db
    .select(SUMMARY_COLUMNS)
    .from(table)
    .where(eq(table.userId, userId))
    .orderBy(asc(table.createdAt), asc(table.id));

async function storedPasskey(db: Transaction, credentialId: string) {
  const [stored] = await db
    .select({
      id: table.id,
      userId: table.userId,
      credentialId: table.credentialId,
      publicKey: table.publicKey,
      counter: table.counter,
      email: users.email,
      addressCounts,
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(eq(table.credentialId, credentialId));
  return stored;
}

type Purpose = "add_passkey" | "use_passkey";

async function beginStep(db: Transaction, purpose: Purpose, userId: string | null) {
  const [step, challenge] = [newToken(), newToken()];
  await db.delete(signInSteps).where(lt(signInSteps.expiresAt, sql`now()`));
  await db.insert(signInSteps).values({
    userId,
    purpose,
    challenge,
    tokenHash: tokenHash(step),
    expiresAt: sql`now() + make_interval(mins => ${STEP_MINUTES})`,
  });
  return { step, challenge };
}

/** Returns the challenge of a step and deletes the step, whatever the result. */
async function consumeStep(db: Transaction, step: string, purpose: Purpose, userId: string | null) {
  const [consumed] = await db
    .delete(signInSteps)
    .where(
      and(
        eq(signInSteps.tokenHash, tokenHash(step)),
        eq(signInSteps.purpose, purpose),
        gt(signInSteps.expiresAt, sql`now()`),
        ...(userId === null ? [] : [eq(signInSteps.userId, userId)]),
      ),
    )
    .returning({ challenge: signInSteps.challenge });
  if (!consumed?.challenge) throw new AppError("invalid", t`This took too long. Please start again.`);
  return consumed.challenge;
}

const named = (name: string) => name.trim() || "Passkey";
