import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import { calendarSync } from "../calendar-sync.ts";
import { passwordPlace } from "../password-place.ts";
import { CalDavError, type CalDavSignIn, openCalDav } from "../providers/caldav.ts";
import { calendarAccounts, calendars } from "../tables.ts";

export const STEPS = ["name", "connection", "address", "sign-in", "calendars"] as const;
export type Step = { step: (typeof STEPS)[number]; isOk: boolean; message: string | null };

/** Checks step by step; the first failed step says how to fix it. */
export async function checkAccount(context: SignedIn, signIn: CalDavSignIn) {
  try {
    const found = await openCalDav(context.outbound, checkedAddress(signIn)).calendars();
    return { steps: STEPS.map((step): Step => ({ step, isOk: true, message: null })), found };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const failed = stepOf(error);
    const steps = STEPS.slice(0, STEPS.indexOf(failed) + 1).map((step): Step => {
      const isLast = step === failed;
      return { step, isOk: !isLast, message: isLast ? error.message : null };
    });
    return { steps, found: null };
  }
}

/** The same for a connected server. */
export async function recheckAccount(context: SignedIn, id: string) {
  const { actor, secrets } = context;
  const [account] = await context.inTransaction("read", (db) =>
    db
      .select()
      .from(calendarAccounts)
      .where(
        and(
          eq(calendarAccounts.id, id),
          eq(calendarAccounts.userId, actor.userId),
          isNull(calendarAccounts.deletedAt),
        ),
      ),
  );
  if (!account) throw notFound(t`Account`);
  const { serverUrl, username } = account;
  return checkAccount(context, {
    ...{ serverUrl, username },
    password: secrets.open(passwordPlace(account), account.password),
  });
}

function stepOf(error: AppError): Step["step"] {
  if (error instanceof CalDavError) return error.step;
  if (error instanceof OutboundError) return error.step === "name" ? "name" : "connection";
  return "address";
}

function checkedAddress(signIn: CalDavSignIn): CalDavSignIn {
  const url = URL.parse(signIn.serverUrl);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password)
    return { ...signIn, serverUrl: url.href };
  throw new AppError("invalid", t`Enter an address that begins with https://`, {
    fields: { serverUrl: "is not a web address" },
  });
}

/** Stores nothing if the check fails. */
export async function connectAccount(context: SignedIn, input: CalDavSignIn & { name: string }) {
  const { actor, now, secrets } = context;
  const signIn = checkedAddress(input);
  const { steps, found } = await checkAccount(context, signIn);
  if (!found) throw new AppError("upstream", steps.at(-1)?.message ?? t`The server could not be reached`);
  const id = randomUUID();
  const made = await context.inTransaction("write", async (db) => {
    const account = await db
      .insert(calendarAccounts)
      .values({
        ...signIn,
        id,
        userId: actor.userId,
        name: input.name,
        password: secrets.seal(passwordPlace({ id, userId: actor.userId }), signIn.password),
        homeUrl: found.homeUrl,
        hasServerScheduling: found.hasServerScheduling,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .then(returnedRow);
    if (found.calendars.length > 0)
      await db.insert(calendars).values(
        found.calendars.slice(0, 50).map((calendar) => ({
          ...calendar,
          userId: actor.userId,
          accountId: account.id,
          kind: "caldav" as const,
          nextSyncAt: now,
          createdAt: now,
          updatedAt: now,
        })),
      );
    return account;
  });
  await context.enqueue(calendarSync, {});
  return made;
}

export async function accountsOf({ db, actor }: SignedIn) {
  return db
    .select()
    .from(calendarAccounts)
    .where(and(eq(calendarAccounts.userId, actor.userId), isNull(calendarAccounts.deletedAt)))
    .orderBy(calendarAccounts.createdAt, calendarAccounts.id);
}
