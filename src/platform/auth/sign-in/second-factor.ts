import { randomInt } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import type { Caller } from "../auth-settings.ts";
import { provePassword, toWrongPasswordError } from "../credentials/prove-password.ts";
import { newToken, tokenHash } from "../credentials/token.ts";
import { recoveryCodes, signInSteps, totpSecrets } from "../second-factor-tables.ts";
import { attempts, users } from "../tables.ts";
import { beginAccountSession } from "./begin-session.ts";
import { knownDevice } from "./known-devices.ts";
import { countSignIn } from "./limits.ts";
import { sourceOf } from "./source-address.ts";
import { matchingStep, newTotpSecret, totpLink } from "./totp.ts";

const STEP_MINUTES = 10;
const MAX_FAILURES = 5;
const RECOVERY_CODES = 10;

const sealedAt = (userId: string) => ({ table: "totp_secrets", row: userId, column: "sealed", userId });

/** The password was right, but a code is required; carries the step with which the sign-in page continues. */
export class SecondFactorRequired extends AppError {
  readonly step: string;

  constructor(step: string) {
    super("unauthenticated", t`Please enter the code of your authenticator app`);
    this.step = step;
  }
}

/** Whether a password alone does not sign this person in. */
export async function requiresSecondFactor(db: Transaction, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)));
  return found !== undefined;
}

/** Returns the token that the sign-in page holds until the code is entered. */
export async function beginSecondStep(db: Transaction, userId: string): Promise<string> {
  const token = newToken();
  await db.delete(signInSteps).where(lt(signInSteps.expiresAt, sql`now()`));
  await db.insert(signInSteps).values({
    userId,
    purpose: "second_factor",
    tokenHash: tokenHash(token),
    expiresAt: sql`now() + make_interval(mins => ${STEP_MINUTES})`,
  });
  return token;
}

/** A wrong code counts as a failed sign-in; five end the step. A code works once, a recovery code too. */
export function completeSignIn(parts: AuthParts): Auth["completeSignIn"] {
  return async ({ step, code }, caller) => {
    const person = await parts.identities.transaction(null, "read", (db) => personAt(db, step));
    const attempt = await parts.identities.transaction(null, "write", async (db) => {
      const device = await knownDevice(db, parts, person.userId, caller);
      const asked = { email: person.email, source: sourceOf(caller.address), device };
      return countSignIn(db, asked, parts.settings.limits);
    });
    const session = await parts.identities.transaction(null, "write", async (db) => {
      const [open] = await db.select().from(signInSteps).where(isOpen(step)).for("update");
      if (!open) throw tooLate();
      if (!(await consumeRecoveryOrTotpCode(db, parts, person.userId, code))) return null;
      await db.delete(signInSteps).where(eq(signInSteps.id, open.id));
      await db.delete(attempts).where(eq(attempts.id, attempt));
      return beginAccountSession(db, parts, person, caller);
    });
    if (session) return session;
    await parts.identities.transaction(null, "write", (db) =>
      db
        .update(signInSteps)
        .set({ failures: sql`${signInSteps.failures} + 1` })
        .where(eq(signInSteps.tokenHash, tokenHash(step))),
    );
    throw wrongCode();
  };
}

export function secondFactor(parts: AuthParts): Auth["secondFactor"] {
  return {
    state: ({ userId }) =>
      parts.identities.transaction(null, "read", async (db) => {
        const isOn = await requiresSecondFactor(db, userId);
        const unusedCodes = await db
          .select({ id: recoveryCodes.id })
          .from(recoveryCodes)
          .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
        return { isOn, codesLeft: isOn ? unusedCodes.length : 0 };
      }),
    prepare: async (actor, password, caller) => {
      await prove(parts, actor.email, password, caller);
      const secret = newTotpSecret();
      await parts.identities.transaction(null, "write", async (db) => {
        if (await requiresSecondFactor(db, actor.userId)) throw isOnAlready();
        const row = { sealed: parts.secrets.seal(sealedAt(actor.userId), secret), lastStep: 0 };
        await db
          .insert(totpSecrets)
          .values({ userId: actor.userId, ...row })
          .onConflictDoUpdate({ target: totpSecrets.userId, set: row });
      });
      const issuer = parts.settings.instance?.().appName ?? "Adjutant";
      return { secret, link: totpLink(secret, { account: actor.email, issuer }) };
    },
    confirm: ({ userId }, code) =>
      parts.identities.transaction(null, "write", async (db) => {
        if (await requiresSecondFactor(db, userId)) throw isOnAlready();
        if (!(await consumeTotp(db, parts, userId, code))) throw wrongCode();
        await db.update(totpSecrets).set({ confirmedAt: sql`now()` }).where(eq(totpSecrets.userId, userId));
        return replaceRecoveryCodes(db, userId);
      }),
    renewCodes: async (actor, password, caller) => {
      await prove(parts, actor.email, password, caller);
      return parts.identities.transaction(null, "write", (db) => replaceRecoveryCodes(db, actor.userId));
    },
    remove: async (actor, password, caller) => {
      await prove(parts, actor.email, password, caller);
      await parts.identities.transaction(null, "write", async (db) => {
        await db.delete(totpSecrets).where(eq(totpSecrets.userId, actor.userId));
        await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.userId));
      });
    },
  };
}

const prove = (parts: AuthParts, email: string, password: string, caller: Caller) =>
  provePassword(parts, email, password, caller).catch(toWrongPasswordError("password"));

async function personAt(db: Transaction, step: string) {
  const [found] = await db
    .select({ userId: users.id, email: users.email })
    .from(signInSteps)
    .innerJoin(users, eq(users.id, signInSteps.userId))
    .where(isOpen(step));
  if (!found) throw tooLate();
  return found;
}

const isOpen = (step: string) =>
  and(
    eq(signInSteps.tokenHash, tokenHash(step)),
    eq(signInSteps.purpose, "second_factor"),
    gt(signInSteps.expiresAt, sql`now()`),
    lt(signInSteps.failures, MAX_FAILURES),
  );

async function consumeRecoveryOrTotpCode(
  db: Transaction,
  parts: AuthParts,
  userId: string,
  given: string,
): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(code)) return consumeTotp(db, parts, userId, code);
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, tokenHash(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

async function consumeTotp(
  db: Transaction,
  { secrets }: AuthParts,
  userId: string,
  code: string,
): Promise<boolean> {
  const [stored] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).for("update");
  if (!stored) return false;
  const secret = secrets.open(sealedAt(userId), stored.sealed);
  const step = matchingStep(secret, code.replaceAll(/\s/g, ""), new Date(), stored.lastStep);
  if (step === null) return false;
  await db.update(totpSecrets).set({ lastStep: step }).where(eq(totpSecrets.userId, userId));
  return true;
}

/** Without letters and digits that look alike. */
const CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;

async function replaceRecoveryCodes(db: Transaction, userId: string): Promise<string[]> {
  if (!(await requiresSecondFactor(db, userId)))
    throw new AppError("conflict", t`Sign-in does not ask for a code`);
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join(""),
  );
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: tokenHash(code) })));
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join("-"));
}

const tooLate = () => new AppError("unauthenticated", t`This sign-in took too long. Please start again.`);
const wrongCode = () =>
  new AppError("invalid", t`This code is not correct`, { fields: { code: t`This code is not correct` } });
const isOnAlready = () => new AppError("conflict", t`Sign-in asks for a code already`);
