import { sql } from "drizzle-orm";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { checkFilled } from "../accounts/accounts.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import { hashPassword, isOutdated } from "../credentials/password-hash.ts";
import { provePassword } from "../credentials/prove-password.ts";
import { credentials } from "../tables.ts";
import { beginAccountSession, sweep } from "./begin-session.ts";
import { beginSecondStep, requiresSecondFactor, SecondFactorRequired } from "./second-factor.ts";

export function signIn(parts: AuthParts): Auth["signIn"] {
  return ({ email, password }, caller) =>
    parts.queue(async () => {
      checkFilled(email, password);
      const account = await provePassword(parts, email, password, caller);
      if (parts.settings.requireEmailConfirmation && !account.addressCounts)
        throw new AppError("forbidden", "Email not confirmed");
      if (account.passwordHash && isOutdated(account.passwordHash))
        await storePassword(parts, account.userId, await hashPassword(password));
      const result = await parts.identities.transaction(null, "write", async (db) =>
        (await requiresSecondFactor(db, account.userId))
          ? new SecondFactorRequired(await beginSecondStep(db, account.userId))
          : beginAccountSession(db, parts, account, caller),
      );
      parts.later(() => parts.identities.transaction(null, "write", sweep));
      if (result instanceof SecondFactorRequired) throw result;
      return result;
    });
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
