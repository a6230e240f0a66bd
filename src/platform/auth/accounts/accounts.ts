import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { currentLanguage } from "#platform/language/in-language.ts";
import { type AddressReason, grantsNamedRole } from "../address-state.ts";
import type { Clock } from "../auth.ts";
import type { AuthSettings } from "../auth-settings.ts";
import { credentials, profiles, userRoles, users } from "../tables.ts";
import { addressCounts, addressValues } from "./record-address.ts";

/** The form in which an address is compared and stored. */
export const normalizedEmail = (email: string) => email.trim().toLowerCase();

export type Account = { userId: string; email: string; addressCounts: boolean; passwordHash: string | null };

export async function findAccount(db: Transaction, email: string): Promise<Account | null> {
  const [account] = await db
    .select({
      userId: users.id,
      email: users.email,
      addressCounts,
      passwordHash: credentials.passwordHash,
    })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(sql`lower(${users.email})`, email));
  return account ?? null;
}

/** "first" in ASCII; held until the transaction that makes an account ends. */
const FIRST_ACCOUNT_LOCK = 0x66697273;

export const alreadyRegisteredError = () => new AppError("conflict", "User already registered");

export type AccountToCreate = {
  email: string;
  fullName: string;
  passwordHash: string;
  /** That of the browser in which it is made; without one the first page says it. */
  clock?: Clock | undefined;
  /** Why the address counts from the start; null where it does not. */
  reason: AddressReason | null;
  /** The user who vouches for the address. */
  vouchedBy?: string | null;
  /**
   * Requested from the machine itself on an instance that listens on loopback only: the first account becomes
   * administrator.
   */
  isLocal?: boolean;
};

/**
 * Creates an account, one at a time on the whole instance. It is an administrator's through the set-up link or, if
 * `grantsNamedRole` allows it, through ADMIN_EMAIL; on an instance that listens on loopback only also if it is the
 * first, unless ADMIN_EMAIL names another (decision 4). Throws conflict if the address is taken.
 */
export async function insertAccount(
  db: Transaction,
  account: AccountToCreate,
  { adminEmail, instance }: Pick<AuthSettings, "adminEmail" | "instance">,
): Promise<string> {
  await db.execute(sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`);
  const { email, fullName, passwordHash, clock, reason, vouchedBy = null, isLocal = false } = account;
  const mayBeFirst = isLocal && (adminEmail === undefined || email === adminEmail);
  const isAdmin =
    reason === "set_up_link" ||
    (email === adminEmail && grantsNamedRole(reason)) ||
    (mayBeFirst && !(await hasAccounts(db)));
  const [user] = await db
    .insert(users)
    .values({ email, ...addressValues(reason, vouchedBy) })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!user) throw alreadyRegisteredError();
  const timeZone = instance?.().timeZone;
  // The language of the page on which they signed up, as its time zone.
  const language = currentLanguage() === "en" ? null : currentLanguage();
  await db.insert(profiles).values({ userId: user.id, email, fullName, timeZone, language, ...clock });
  await db.insert(credentials).values({ userId: user.id, passwordHash });
  await db.insert(userRoles).values({ userId: user.id, role: isAdmin ? "admin" : "user" });
  return user.id;
}

export async function hasAccounts(db: Transaction): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}

/** Row-level security and messages use this person as the current user for the rest of the transaction. */
export const setCurrentUser = (db: Transaction, userId: string) =>
  db.execute(sql`select set_config('app.user_id', ${userId}, true)`);

/** The browsers' own rule for email fields (HTML standard); a sign-up has no other (AUTH-21). */
export function checkEmail(email: string): void {
  const isValid = email.length <= MAX_EMAIL_LENGTH && z.regexes.html5Email.test(email);
  if (!isValid) throw refused("email", t`Please enter a valid email address`);
}

const MAX_EMAIL_LENGTH = 254;

/** Throws the text of AUTH-25 with the configured length. */
export function checkNewPassword(password: string, minimum: number): void {
  if (password.length < minimum)
    throw refused("password", t`Password must be at least ${minimum} characters`);
  if (password.length > MAX_PASSWORD_LENGTH)
    throw refused("password", t`Password must be at most ${MAX_PASSWORD_LENGTH} characters`);
}

const MAX_PASSWORD_LENGTH = 128;
const refused = (field: string, message: string) =>
  new AppError("invalid", message, { fields: { [field]: message } });

/** AUTH-22 and AUTH-23: no required value may be blank. */
export function checkFilled(...values: string[]): void {
  if (values.some((value) => value.trim() === ""))
    throw new AppError("invalid", t`Please fill in all fields`);
}
