import { type SQL, sql } from "drizzle-orm";
import { form, plural } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { AuthSettings } from "../auth-settings.ts";
import { tokenHash } from "../credentials/token.ts";
import { attempts } from "../tables.ts";
import type { KnownDevice } from "./known-devices.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Asked = { email: string; source: string };
/** The sign-in with its browser if that is known to the account; else null. */
type AskedSignIn = Asked & { device: KnownDevice | null };
type Window = { limit: number; seconds: number };

/**
 * Counts a sign-in before its password is checked, so that parallel guesses cannot slip through, or throws
 * rate_limited; returns the id of the counted attempt, which a success deletes. Addresses without an account are
 * limited alike. In a browser known to the account, only its own failures since the last sign-in there count; otherwise
 * those of the account, of the source for this account, of the source and of all (decision 0050).
 */
export async function countSignIn(
  db: Transaction,
  asked: AskedSignIn,
  limits: AuthSettings["limits"],
): Promise<number> {
  await oneAtATime(db, asked);
  const perAccount = { limit: limits.signInFailuresPerAccount, seconds: 15 * MINUTE };
  const perSource = { limit: limits.signInFailuresPerSource, seconds: HOUR };
  const all = { limit: limits.signInFailuresGlobal, seconds: HOUR };
  const { account, source } = scopesOf(asked);
  const { device } = asked;
  const unknownDevice = sql`kind = 'sign_in' and device is null`;
  const here =
    device && sql`kind = 'sign_in' and ${account} and device = ${device.hash} and at > ${device.lastAt}`;
  const waits = here
    ? [await growingWait(db, here, perAccount, DAY)]
    : [
        await windowWait(db, sql`${unknownDevice} and ${account}`, perAccount),
        await growingWait(db, sql`${unknownDevice} and ${account} and ${source}`, perAccount, DAY),
        await growingWait(db, sql`${unknownDevice} and ${source}`, perSource, HOUR),
        await growingWait(db, unknownDevice, all, HOUR),
      ];
  refuseUntil(Math.max(...waits));
  return count(db, "sign_in", asked, device?.hash);
}

/** Throws rate_limited where this source made too many accounts in an hour. */
export async function countSignUp(db: Transaction, asked: Asked, limit: number) {
  await countPerSource(db, "sign_up", asked, limit);
}

/** Throws rate_limited if this source registered too many programs in an hour. */
export async function countRegistration(db: Transaction, source: string, limit: number) {
  await countPerSource(db, "register", { email: "", source }, limit);
}

/**
 * The hourly limit for accounts and for programs from one address: one caller's limit times the callers behind the
 * address.
 */
export const signUpLimit = ({ limits, callersAt = () => 1 }: AuthSettings, address: string | null): number =>
  limits.signUpsPerSource * callersAt(address);

async function countPerSource(db: Transaction, kind: Kind, asked: Asked, limit: number) {
  await oneAtATime(db, asked);
  const sameSource = sql`kind = ${kind} and ${scopesOf(asked).source}`;
  refuseUntil(await windowWait(db, sameSource, { limit, seconds: HOUR }));
  await count(db, kind, asked);
}

/** Throws rate_limited if too many messages are sent to one address, or requested by one source, in an hour. */
export async function countMessage(db: Transaction, asked: Asked, limits: AuthSettings["limits"]) {
  await oneAtATime(db, asked);
  const { account, source } = scopesOf(asked);
  const [perAccount, perSource] = [limits.signInFailuresPerAccount, limits.signInFailuresPerSource];
  const message = sql`kind = 'message'`;
  refuseUntil(
    Math.max(
      await windowWait(db, sql`${message} and ${account}`, { limit: perAccount, seconds: HOUR }),
      await growingWait(db, sql`${message} and ${source}`, { limit: perSource, seconds: HOUR }, HOUR),
    ),
  );
  await count(db, "message", asked);
}

/**
 * Seconds to wait after this many failures: none after the first half of the limit, then longer each time, so that at
 * most `limit` happen within `seconds` and no wait is longer than that.
 */
export function delayAfter(failures: number, { limit, seconds }: Window): number {
  const free = Math.floor(limit / 2);
  const steps = limit - free;
  if (failures === 0 || failures < free) return 0;
  return Math.min(seconds, (2 * seconds * (failures - free + 1)) / (steps * (steps + 1)));
}

type Kind = (typeof attempts.$inferSelect)["kind"];

const accountOf = ({ email }: Asked) => tokenHash(email);
const scopesOf = (asked: Asked) => ({
  account: sql`account = ${accountOf(asked)}`,
  source: sql`source = ${asked.source}`,
});

/** Locks the account first and then the source, so that callers cannot deadlock. */
const oneAtATime = (db: Transaction, asked: Asked) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${accountOf(asked)}, 0)),
    pg_advisory_xact_lock(hashtextextended(${asked.source}, 1))`);

/** Seconds until the oldest of the last `limit` attempts leaves the window. */
async function windowWait(db: Transaction, matching: SQL, { limit, seconds }: Window): Promise<number> {
  // rule: offset-paging - one row, the oldest of the few attempts that the limit allows
  const { rows } = await db.execute<{ wait: number }>(
    sql`select ceil(extract(epoch from at - now()) + ${seconds})::int as wait from attempts
         where ${matching} and at > now() - make_interval(secs => ${seconds})
         order by at desc, id desc offset ${limit - 1} limit 1`,
  );
  return rows[0] ? Math.max(1, rows[0].wait) : 0;
}

/**
 * Seconds until the delay after the last attempt has passed; every attempt of the last `memory` seconds makes it
 * longer.
 */
async function growingWait(db: Transaction, matching: SQL, window: Window, memory: number): Promise<number> {
  const { rows } = await db.execute<{ failures: number; since: number | null }>(
    sql`select count(*)::int as failures, extract(epoch from now() - max(at))::float8 as since from attempts
         where ${matching} and at > now() - make_interval(secs => ${memory})`,
  );
  const { failures = 0, since } = rows[0] ?? {};
  const delay = delayAfter(failures, window);
  // An attempt counted while this one waited for the lock is later than our now().
  return delay === 0 ? 0 : Math.max(0, Math.ceil(delay - Math.max(0, since ?? 0)));
}

/** `wait` in seconds. */
function refuseUntil(wait: number): void {
  if (wait <= 0) return;
  const minutes = Math.ceil(wait / MINUTE);
  const message = plural(minutes, {
    one: "Too many attempts. Please try again in a minute.",
    other: form`Too many attempts. Please try again in ${minutes} minutes.`,
  });
  throw new AppError("rate_limited", message, {
    retryAfter: wait,
  });
}

async function count(db: Transaction, kind: Kind, asked: Asked, device: string | null = null) {
  const { source } = asked;
  const row = await db
    .insert(attempts)
    .values({ kind, account: accountOf(asked), source, device })
    .returning({ id: attempts.id })
    .then(returnedRow);
  return row.id;
}
