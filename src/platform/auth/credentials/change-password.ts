import { and, eq, ne } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { checkNewPassword, findAccount, normalizedEmail } from "../accounts/accounts.ts";
import { recordAddress } from "../accounts/record-address.ts";
import { checkFreshAdministrator, FRESH_HOURS } from "../accounts/set-role.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import { countMessage } from "../sign-in/limits.ts";
import { setPassword } from "../sign-in/sign-in.ts";
import { sourceOf } from "../sign-in/source-address.ts";
import { sessions, userRoles, users } from "../tables.ts";
import { hashPassword } from "./password-hash.ts";
import { provePassword, toWrongPasswordError } from "./prove-password.ts";
import { checkToken, issueToken, redeemToken, revokeTokens } from "./verification-token.ts";

/** Wrong guesses of the current password count as failed sign-ins: a stolen session must not bypass the limits. */
export function changePassword(parts: AuthParts): Auth["changePassword"] {
  return async (actor, { current, next }, caller) => {
    checkNewPassword(next, parts.settings.passwordMinLength);
    await provePassword(parts, actor.email, current, caller).catch(toWrongPasswordError("current"));
    const passwordHash = await hashPassword(next);
    await parts.identities.transaction(null, "write", async (db) => {
      await setPassword(db, actor.userId, passwordHash);
      await revokeTokens(db, actor.userId, "reset_password");
      const others = actor.credentialId ? ne(sessions.id, actor.credentialId) : undefined;
      await db.delete(sessions).where(and(eq(sessions.userId, actor.userId), others));
    });
  };
}

/**
 * Everything that differs for an existing account happens after the response. The link is sent by mail only: through
 * the built-in mailbox, anybody with a live session could set a password without knowing the current one. Without
 * outgoing mail, the command line creates the link.
 */
export function requestPasswordReset(parts: AuthParts): Auth["requestPasswordReset"] {
  const { identities, settings } = parts;
  return async (email, caller) => {
    const asked = { email: normalizedEmail(email), source: sourceOf(caller.address) };
    await identities.transaction(null, "write", (db) => countMessage(db, asked, settings.limits));
    parts.later(() => mailResetLink(parts, asked.email));
  };
}

async function mailResetLink(parts: AuthParts, email: string): Promise<void> {
  const { identities, log, deliver } = parts;
  const account = await identities.transaction(null, "read", (db) => findAccount(db, email));
  if (!account) return;
  const { userId } = account;
  log.info("A password reset was requested", { userId });
  if (!parts.sendsMail()) return;
  await identities.transaction(userId, "write", async (db) => {
    const link = await resetLink(db, parts, userId, { isMailed: true });
    await deliver(db, {
      userId,
      to: email,
      subject: t`Set a new password`,
      body: [
        t`Somebody asked for a new password for your account.`,
        `${t`Set it here:`}\n${link}`,
        t`The link works once, for an hour. If it was not you, ignore this message: your password stays as it is.`,
      ].join("\n\n"),
      mailOnly: true,
    });
  });
}

const VALID_HOURS = 1;

/** A link to another administrator's account is as good as their role, so it requires what granting a role requires. */
export function issueResetLink(parts: AuthParts): Auth["issueResetLink"] {
  return (userId, by) =>
    parts.identities.transaction(null, "write", async (db) => {
      const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
      if (!person) throw notFound(t`User`);
      if (by && by.userId !== userId && (await isAdministrator(db, parts, userId, person.email)))
        await checkFreshAdministrator(
          db,
          by,
          t`Links to accounts of administrators can be made within ${FRESH_HOURS} hours of a sign-in. Please sign out and in again.`,
        );
      return resetLink(db, parts, userId);
    });
}

async function isAdministrator(db: Transaction, { settings }: AuthParts, userId: string, email: string) {
  const roles = await db
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, "admin")));
  return roles.length > 0 || email === settings.adminEmail;
}

async function resetLink(
  db: Transaction,
  { settings }: AuthParts,
  userId: string,
  { isMailed = false } = {},
): Promise<string> {
  const token = await issueToken(db, userId, "reset_password", { hours: VALID_HOURS, isMailed });
  return `${settings.instance?.().origin ?? settings.publicUrl}/auth#reset=${token}`;
}

/** Only a valid password uses the token up, and a hash is computed only for a valid token. */
export function resetPassword(parts: AuthParts): Auth["resetPassword"] {
  const { identities, settings } = parts;
  return async ({ token, password }) => {
    checkNewPassword(password, settings.passwordMinLength);
    await identities.transaction(null, "read", (db) => checkToken(db, token, "reset_password"));
    const passwordHash = await hashPassword(password);
    return identities.transaction(null, "write", async (db) => {
      const { userId, isMailed } = await redeemToken(db, token, "reset_password");
      // Only the mail held the link, so the person who opened it reads mail at the address.
      if (isMailed) await recordAddress(parts, db, userId, "reset_mail");
      await setPassword(db, userId, passwordHash);
      await db.delete(sessions).where(eq(sessions.userId, userId));
      return { userId };
    });
  };
}
