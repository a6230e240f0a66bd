import { eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { type Account, findAccount, normalizedEmail } from "../accounts/accounts.ts";
import type { AuthParts } from "../auth-parts.ts";
import type { Caller } from "../auth-settings.ts";
import { knownDevice } from "../sign-in/known-devices.ts";
import { countSignIn } from "../sign-in/limits.ts";
import { sourceOf } from "../sign-in/source-address.ts";
import { attempts } from "../tables.ts";
import { isPassword } from "./password-hash.ts";

/**
 * Returns the account if the password is correct. Otherwise counts the failure and throws the same error after the same
 * work, whether the account exists or not.
 */
export async function provePassword(
  parts: AuthParts,
  email: string,
  password: string,
  caller: Caller,
): Promise<Account> {
  const { identities, settings } = parts;
  const asked = { email: normalizedEmail(email), source: sourceOf(caller.address) };
  const { account, attempt } = await identities.transaction(null, "write", async (db) => {
    const found = await findAccount(db, asked.email);
    const known = await knownDevice(db, parts, found?.userId ?? null, caller);
    const counted = await countSignIn(db, { ...asked, device: known }, settings.limits);
    return { account: found, attempt: counted };
  });
  const isRight = await isPassword(account?.passwordHash ?? null, password);
  if (!account || !isRight) throw new AppError("unauthenticated", "Invalid login credentials");
  await identities.transaction(null, "write", (db) => db.delete(attempts).where(eq(attempts.id, attempt)));
  return account;
}

/** For signed-in users: the same refusal, at the password field. */
export const toWrongPasswordError =
  (field: "current" | "password") =>
  (error: unknown): never => {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    const message =
      field === "current" ? t`The current password is not correct` : t`The password is not correct`;
    throw new AppError("invalid", message, { fields: { [field]: message } });
  };
