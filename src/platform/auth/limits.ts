import { sql } from "drizzle-orm";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { AuthSettings } from "./auth.ts";
import { attempts } from "./tables.ts";
import { tokenHash } from "./token.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** An attempt that counts from now on; a sign-in that succeeds takes it back. */
export type Attempt = {
  id: number;
  /** Others are refused now, this source is known: a wrong password must look as if it were refused with them. */
  refusal: AppError | null;
};

type Asked = { email: string; source: string };
type Window = { limit: number; seconds: number };

/**
 * Counts a sign-in before its password is looked at, so that parallel guesses cannot slip through, or throws
 * rate_limited. Limits hold for addresses without an account alike. Failures elsewhere, of this account or of all, do
 * not lock a person out where they signed in before (`isKnown`); too many from one source do, for at most an hour.
 */
export async function countSignIn(
  db: Transaction,
  asked: Asked & { isKnown: boolean },
  limits: AuthSettings["limits"],
): Promise<Attempt> {
  await oneAtATime(db, asked);
  const refuseUntil = (scope: Scope, window: Window) => retryAfter(db, "sign_in", scope, asked, window);
  const bySource = await refuseUntil("source", { limit: limits.signInFailuresPerSource, seconds: HOUR });
  if (bySource) throw tooMany(bySource);
  const elsewhere =
    (await refuseUntil("account", { limit: limits.signInFailuresPerAccount, seconds: 15 * MINUTE })) ??
    (await refuseUntil("all", { limit: limits.signInFailuresGlobal, seconds: HOUR }));
  if (elsewhere && !asked.isKnown) throw tooMany(elsewhere);
  return { id: await count(db, "sign_in", asked), refusal: elsewhere ? tooMany(elsewhere) : null };
}

/** Throws rate_limited where this source made too many accounts in an hour. */
export async function countSignUp(db: Transaction, asked: Asked, limits: AuthSettings["limits"]) {
  const wait = await retryAfter(db, "sign_up", "source", asked, {
    limit: limits.signUpsPerSource,
    seconds: HOUR,
  });
  if (wait) throw tooMany(wait);
  await count(db, "sign_up", asked);
}

/** Throws rate_limited where messages to one address, or asked for by one source, become too many in an hour. */
export async function countMessage(db: Transaction, asked: Asked, limits: AuthSettings["limits"]) {
  await oneAtATime(db, asked);
  const wait =
    (await retryAfter(db, "message", "account", asked, {
      limit: limits.signInFailuresPerAccount,
      seconds: HOUR,
    })) ??
    (await retryAfter(db, "message", "source", asked, {
      limit: limits.signInFailuresPerSource,
      seconds: HOUR,
    }));
  if (wait) throw tooMany(wait);
  await count(db, "message", asked);
}

/** `wait` in seconds. */
function tooMany(wait: number): AppError {
  const minutes = Math.ceil(wait / MINUTE);
  const inWords = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return new AppError("rate_limited", `Too many attempts. Please try again in ${inWords}.`, {
    retryAfter: wait,
  });
}

type Kind = (typeof attempts.$inferSelect)["kind"];
type Scope = "account" | "source" | "all";

const accountOf = ({ email }: Asked) => tokenHash(email);

const oneAtATime = (db: Transaction, asked: Asked) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${accountOf(asked)}, 0))`);

/** Seconds until the oldest of the last `limit` attempts leaves the window; null where there are fewer. */
async function retryAfter(
  db: Transaction,
  kind: Kind,
  scope: Scope,
  asked: Asked,
  { limit, seconds }: Window,
): Promise<number | null> {
  const mine =
    scope === "account"
      ? sql`and account = ${accountOf(asked)}`
      : scope === "source"
        ? sql`and source = ${asked.source}`
        : sql``;
  const { rows } = await db.execute<{ wait: number }>(
    sql`select ceil(extract(epoch from at - now()) + ${seconds})::int as wait from attempts
         where kind = ${kind} ${mine} and at > now() - make_interval(secs => ${seconds})
         order by at desc offset ${limit - 1} limit 1`,
  );
  return rows[0] ? Math.max(1, rows[0].wait) : null;
}

async function count(db: Transaction, kind: Kind, asked: Asked): Promise<number> {
  const [row] = await db
    .insert(attempts)
    .values({ kind, account: accountOf(asked), source: asked.source })
    .returning({ id: attempts.id });
  if (!row) throw new Error("An attempt was not counted");
  return row.id;
}
