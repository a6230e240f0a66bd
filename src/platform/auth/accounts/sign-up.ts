import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import type { AddressReason } from "../address-state.ts";
import type { Auth } from "../auth.ts";
import type { AuthParts } from "../auth-parts.ts";
import type { Caller } from "../auth-settings.ts";
import { hashPassword } from "../credentials/password-hash.ts";
import { beginSession, isNamedAdmin } from "../sign-in/begin-session.ts";
import { countSignUp, signUpLimit } from "../sign-in/limits.ts";
import { sourceOf } from "../sign-in/source-address.ts";
import {
  alreadyRegisteredError,
  checkEmail,
  checkFilled,
  checkNewPassword,
  findAccount,
  insertAccount,
  normalizedEmail,
  setCurrentUser,
} from "./accounts.ts";
import { sendConfirmation } from "./email-confirmation.ts";
import { checkMayRegister } from "./may-register.ts";
import { checkSetUpToken, redeemSetUpToken } from "./set-up-link.ts";

/** Account, confirmation message and first session are created in one transaction. */
export function signUp(parts: AuthParts): Auth["signUp"] {
  const { identities, settings } = parts;
  return ({ fullName, email, password, clock, invitation }, caller) =>
    parts.queue(async () => {
      const asked = {
        email: checkNewAccount(parts, { fullName, email, password }),
        source: sourceOf(caller.address),
      };
      await identities.transaction(null, "write", async (db) =>
        countSignUp(db, asked, signUpLimit(settings, caller.address)),
      );
      await identities.transaction(null, "read", async (db) => {
        await refuseExistingAccount(db, asked.email);
        await checkMayRegister(db, parts, asked.email, invitation);
      });
      const passwordHash = await hashPassword(password);
      return identities.transaction(null, "write", async (db) => {
        const voucher = await checkMayRegister(db, parts, asked.email, invitation);
        const isLocal = caller.isLocal === true && settings.isLoopbackOnly?.() === true;
        const address = voucher ?? { reason: isLocal ? ("loopback" as const) : null };
        const account = {
          ...{ email: asked.email, fullName: fullName.trim(), passwordHash, clock },
          ...address,
          isLocal,
        };
        const userId = await insertAccount(db, account, settings);
        return completeSignUp(db, parts, { userId, email: asked.email, reason: address.reason }, caller);
      });
    });
}

/** Returns the normalized address. Throws the specification's texts if the fields are not valid for an account. */
function checkNewAccount(
  { settings }: AuthParts,
  { fullName, email, password }: { fullName: string; email: string; password: string },
): string {
  checkFilled(fullName, email, password);
  checkNewPassword(password, settings.passwordMinLength);
  checkEmail(normalizedEmail(email));
  return normalizedEmail(email);
}

/**
 * Sends the message of a new account and begins its first session; no session if the address has to be confirmed first.
 */
async function completeSignUp(
  db: Transaction,
  parts: AuthParts,
  person: { userId: string; email: string; reason: AddressReason | null },
  caller: Caller,
) {
  const { settings } = parts;
  const { userId } = person;
  await setCurrentUser(db, userId);
  await sendConfirmation(db, parts, person);
  const { rows } = await db.execute<{ counts: boolean }>(sql`select address_counts_of(${userId}) as counts`);
  if (settings.requireEmailConfirmation && !rows[0]?.counts) return { userId, session: null };
  const redirectPending = await isNamedAdmin(db, settings, person);
  return { userId, session: await beginSession(db, parts, { userId, redirectPending }, caller) };
}

/** Creates an administrator's account through the set-up link, which only a reader of the program's console has. */
export function setUp(parts: AuthParts): Auth["setUp"] {
  const { identities, settings } = parts;
  return ({ token, fullName, email, password, clock }, caller) =>
    parts.queue(async () => {
      const asked = {
        email: checkNewAccount(parts, { fullName, email, password }),
        source: sourceOf(caller.address),
      };
      await identities.transaction(null, "write", async (db) =>
        countSignUp(db, asked, signUpLimit(settings, caller.address)),
      );
      await identities.transaction(null, "read", async (db) => {
        await checkSetUpToken(db, token);
        await refuseExistingAccount(db, asked.email);
      });
      const passwordHash = await hashPassword(password);
      return identities.transaction(null, "write", async (db) => {
        await redeemSetUpToken(db, token);
        const reason = "set_up_link" as const;
        const account = { email: asked.email, fullName: fullName.trim(), passwordHash, clock, reason };
        const userId = await insertAccount(db, account, settings);
        const { session } = await completeSignUp(db, parts, { userId, email: asked.email, reason }, caller);
        if (!session) throw new Error("An address that was vouched for does not count");
        return { userId, session };
      });
    });
}

async function refuseExistingAccount(db: Transaction, email: string): Promise<void> {
  if (await findAccount(db, email)) throw alreadyRegisteredError();
}

/** The person at the command line vouches for the address. */
export function createAccount(parts: AuthParts): Auth["createAccount"] {
  const { identities, settings } = parts;
  return async ({ fullName, email, password }) => {
    const asked = checkNewAccount(parts, { fullName, email, password });
    const passwordHash = await hashPassword(password);
    const account = {
      email: asked,
      fullName: fullName.trim(),
      passwordHash,
      reason: "command_line" as const,
    };
    const userId = await identities.transaction(null, "write", (db) =>
      insertAccount(db, { ...account, isLocal: true }, settings),
    );
    return { userId };
  };
}
