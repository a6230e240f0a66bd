import { and, eq, gt, sql } from "drizzle-orm";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { type Account, findAccount, normalizedEmail } from "./accounts.ts";
import type { Caller } from "./auth.ts";
import type { AuthParts } from "./auth-parts.ts";
import { type Attempt, countSignIn } from "./limits.ts";
import { isPassword } from "./password-hash.ts";
import { sourceOf } from "./source-address.ts";
import { attempts, knownSources } from "./tables.ts";

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

/** For those who are signed in: the same refusal, at the field where they typed it. */
export const asWrongPassword =
  (field: "current" | "password") =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    const message = field === "current" ? "The current password is not right" : "The password is not right";
    throw new AppError("invalid", message, { fields: { [field]: message } });
  };
