import { and, eq, gt, sql } from "drizzle-orm";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { type Account, checkFilled, findAccount, normalizedEmail } from "./accounts.ts";
import type { Auth, BegunSession, Caller } from "./auth.ts";
import type { AuthParts } from "./auth-parts.ts";
import { beginSession, sweep } from "./begin-session.ts";
import { type Attempt, countSignIn } from "./limits.ts";
import { hashPassword, isOutdated, isPassword } from "./password-hash.ts";
import { sourceOf } from "./source-address.ts";
import { attempts, credentials, knownSources, userRoles } from "./tables.ts";

export function signIn(parts: AuthParts): Auth["signIn"] {
  return ({ email, password }, caller) =>
    parts.queue(async () => {
      checkFilled(email, password);
      const account = await provePassword(parts, email, password, caller);
      if (parts.settings.requireEmailConfirmation && !account.emailVerified)
        throw new AppError("forbidden", "Email not confirmed");
      if (account.passwordHash && isOutdated(account.passwordHash))
        await storePassword(parts, account.userId, await hashPassword(password));
      const session = await parts.identities.transaction(null, "write", (db) =>
        beginFor(db, parts, account, caller),
      );
      parts.later(() => parts.identities.transaction(null, "write", sweep));
      return session;
    });
}

/**
 * The account, where the password is its own. Otherwise throws the same after the same work, whether the account
 * exists or not, and the failure counts.
 */
export async function provePassword(
  { identities, settings }: AuthParts,
  email: string,
  password: string,
  caller: Caller,
): Promise<Account> {
  const asked = { email: normalizedEmail(email), source: sourceOf(caller.address) };
  const { account, attempt } = await identities.transaction(null, "write", async (db) => {
    const found = await findAccount(db, asked.email);
    const isKnown = found !== null && (await signedInFrom(db, found.userId, asked.source));
    const counted = await countSignIn(db, { ...asked, isKnown }, settings.limits);
    return { account: found, attempt: counted };
  });
  const isRight = await isPassword(account?.passwordHash ?? null, password);
  if (!account || !isRight) throw failure(attempt);
  await identities.transaction(null, "write", (db) => db.delete(attempts).where(eq(attempts.id, attempt.id)));
  return account;
}

const failure = (attempt: Attempt) =>
  attempt.refusal ?? new AppError("unauthenticated", "Invalid login credentials");

async function signedInFrom(db: Transaction, userId: string, source: string): Promise<boolean> {
  const [known] = await db
    .select({ source: knownSources.source })
    .from(knownSources)
    .where(
      and(
        eq(knownSources.userId, userId),
        eq(knownSources.source, source),
        gt(knownSources.lastAt, sql`now() - interval '90 days'`),
      ),
    );
  return known !== undefined;
}

async function beginFor(
  db: Transaction,
  { settings, cookie, log }: AuthParts,
  account: Account,
  caller: Caller,
): Promise<BegunSession> {
  const { userId } = account;
  const isNamedAdmin = account.email === settings.adminEmail;
  if (isNamedAdmin) {
    await db.insert(userRoles).values({ userId, role: "admin" }).onConflictDoNothing();
    log.info("The administrator named by ADMIN_EMAIL signed in", { userId });
  }
  return beginSession(db, { userId, redirectPending: isNamedAdmin }, caller, settings, cookie);
}

const storePassword = ({ identities }: AuthParts, userId: string, passwordHash: string) =>
  identities.transaction(null, "write", (db) => setPassword(db, userId, passwordHash));

export const setPassword = (db: Transaction, userId: string, passwordHash: string) =>
  db
    .insert(credentials)
    .values({ userId, passwordHash })
    .onConflictDoUpdate({
      target: credentials.userId,
      set: { passwordHash, changedAt: sql`now()` },
    });
