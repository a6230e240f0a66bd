import type { Transaction } from "#platform/database/database.ts";
import {
  actAs,
  alreadyRegistered,
  checkEmail,
  checkFilled,
  checkNewPassword,
  findAccount,
  insertAccount,
  normalizedEmail,
} from "./accounts.ts";
import type { Auth } from "./auth.ts";
import type { AuthParts } from "./auth-parts.ts";
import { beginSession } from "./begin-session.ts";
import { sendConfirmation } from "./email-confirmation.ts";
import { countSignUp } from "./limits.ts";
import { hashPassword } from "./password-hash.ts";
import { sourceOf } from "./source-address.ts";

/** Account, confirmation message and first session are one transaction: all of them or none. */
export function signUp(parts: AuthParts): Auth["signUp"] {
  const { identities, settings } = parts;
  return ({ fullName, email, password }, caller) =>
    parts.queue(async () => {
      checkFilled(fullName, email, password);
      checkNewPassword(password, settings.passwordMinLength);
      checkEmail(normalizedEmail(email));
      const asked = { email: normalizedEmail(email), source: sourceOf(caller.address) };
      await identities.transaction(null, "write", async (db) => countSignUp(db, asked, settings.limits));
      await identities.transaction(null, "read", (db) => refuseTaken(db, asked.email));
      const passwordHash = await hashPassword(password);
      return identities.transaction(null, "write", async (db) => {
        const account = { email: asked.email, fullName: fullName.trim(), passwordHash, emailVerified: false };
        const userId = await insertAccount(db, account, settings);
        await actAs(db, userId);
        await sendConfirmation(db, parts, { userId, email: asked.email });
        if (settings.requireEmailConfirmation) return { userId, session: null };
        const redirectPending = asked.email === settings.adminEmail;
        return {
          userId,
          session: await beginSession(db, parts, { userId, redirectPending }, caller),
        };
      });
    });
}

async function refuseTaken(db: Transaction, email: string): Promise<void> {
  if (await findAccount(db, email)) throw alreadyRegistered();
}

/** Who runs the command line vouches for the address. */
export function createAccount({ identities, settings }: AuthParts): Auth["createAccount"] {
  return async ({ fullName, email, password }) => {
    checkFilled(fullName, email, password);
    checkNewPassword(password, settings.passwordMinLength);
    checkEmail(normalizedEmail(email));
    const passwordHash = await hashPassword(password);
    const account = { email: normalizedEmail(email), fullName: fullName.trim(), passwordHash };
    const userId = await identities.transaction(null, "write", (db) =>
      insertAccount(db, { ...account, emailVerified: true }, settings),
    );
    return { userId };
  };
}
