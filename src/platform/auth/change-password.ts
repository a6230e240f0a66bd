import { and, eq, ne } from "drizzle-orm";
import { AppError } from "#platform/capability/errors.ts";
import { actAs, checkNewPassword, findAccount, normalizedEmail } from "./accounts.ts";
import type { Auth } from "./auth.ts";
import type { AuthParts } from "./auth-parts.ts";
import { countMessage } from "./limits.ts";
import { hashPassword } from "./password-hash.ts";
import { provePassword, setPassword } from "./sign-in.ts";
import { sourceOf } from "./source-address.ts";
import { sessions } from "./tables.ts";
import { checkToken, issueToken, redeemToken, revokeTokens } from "./verification-token.ts";

/** Wrong guesses of the current password count as failed sign-ins: a stolen session is no way round the limits. */
export function changePassword(parts: AuthParts): Auth["changePassword"] {
  return async (actor, { current, next }, caller) => {
    checkNewPassword(next, parts.settings.passwordMinLength);
    await provePassword(parts, actor.email, current, caller).catch(asWrongCurrent);
    const passwordHash = await hashPassword(next);
    await parts.identities.transaction(null, "write", async (db) => {
      await setPassword(db, actor.userId, passwordHash);
      await revokeTokens(db, actor.userId, "reset_password");
      const others = actor.credentialId ? ne(sessions.id, actor.credentialId) : undefined;
      await db.delete(sessions).where(and(eq(sessions.userId, actor.userId), others));
    });
  };
}

function asWrongCurrent(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
  const message = "The current password is not right";
  throw new AppError("invalid", message, { fields: { current: message } });
}

const VALID_HOURS = 1;

/** Everything that differs for a known account happens after the answer. */
export function requestPasswordReset(parts: AuthParts): Auth["requestPasswordReset"] {
  const { identities, settings } = parts;
  return async (email, caller) => {
    const asked = { email: normalizedEmail(email), source: sourceOf(caller.address) };
    await identities.transaction(null, "write", (db) => countMessage(db, asked, settings.limits));
    parts.later(() => sendReset(parts, asked.email));
  };
}

const sendReset = ({ identities, settings, deliver }: AuthParts, email: string) =>
  identities.transaction(null, "write", async (db) => {
    const account = await findAccount(db, email);
    if (!account) return;
    const { userId } = account;
    await actAs(db, userId);
    const token = await issueToken(db, userId, "reset_password", VALID_HOURS);
    await deliver(db, {
      userId,
      to: account.email,
      subject: "Set a new password",
      body: `Someone asked for a new password for your Adjutant account.\n\nChoose it here:\n${settings.publicUrl}/auth#reset=${token}\n\nThe link works once, for an hour. If it was not you, ignore this message: your password stays as it is.`,
    });
  });

/** Only a password that fits uses the token up, and only a token that works is worth a hash. */
export function resetPassword({ identities, settings }: AuthParts): Auth["resetPassword"] {
  return async ({ token, password }) => {
    checkNewPassword(password, settings.passwordMinLength);
    await identities.transaction(null, "read", (db) => checkToken(db, token, "reset_password"));
    const passwordHash = await hashPassword(password);
    return identities.transaction(null, "write", async (db) => {
      const userId = await redeemToken(db, token, "reset_password");
      await setPassword(db, userId, passwordHash);
      await db.delete(sessions).where(eq(sessions.userId, userId));
      return { userId };
    });
  };
}
