import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Worker } from "#platform/jobs/jobs.ts";
import { deliverClaimed } from "./deliver-mail.ts";
import type { Claim } from "./delivery-claim.ts";

/** Messages that one run works on at a time; functions/delivery-lanes.sql has the limit of each lane. */
const MAX_AT_ONCE = 60;
/** While a server hangs, other mail that becomes due is not late by more than this. */
const POLL_MS = 1_000;
/** Then the next run takes over, long before the queue would count this one as stuck. */
const MAX_RUN_MS = 8 * 60_000;

/**
 * Claims due messages and delivers them, those for different servers at the same time. Ends when nothing is due that
 * could be tried now. Safe to run any number of times at once.
 */
export async function deliverDueMail(worker: Worker): Promise<void> {
  const working = new Map<string, { claim: Claim; done: Promise<void> }>();
  const errors: unknown[] = [];
  const start = (claim: Claim) => {
    const done = deliverClaimed(worker, claim)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => working.delete(claim.deliveryId));
    working.set(claim.deliveryId, { claim, done });
  };
  const until = Date.now() + MAX_RUN_MS;
  try {
    for (;;) {
      const held = [...working.values()].map(({ claim }) => claim);
      const canStart = Date.now() < until && !worker.systemSettings.current.maintenanceMode;
      const most = canStart ? MAX_AT_ONCE - held.length : 0;
      const claims = await claimDue(worker, held, most);
      for (const claim of claims) start(claim);
      // What ended during the claim may be due again in the lane of its server.
      if (held.length === 0 && claims.length === 0) break;
      if (working.size > 0) await nextEnd([...working.values()].map(({ done }) => done));
    }
  } finally {
    await Promise.all([...working.values()].map(({ done }) => done));
  }
  if (errors.length > 0) throw errors[0];
}

/** Renews the claims that this run works on, and claims more. */
const claimDue = (worker: Worker, held: readonly Claim[], most: number): Promise<Claim[]> =>
  worker.database.transaction(null, "write", async (db) => {
    const ids = sql`${sql.param(held.map(({ deliveryId }) => deliveryId))}::uuid[]`;
    if (held.length > 0)
      await db.execute(
        sql`select renew_mail_claims(${sql.param(held.map(({ workerId }) => workerId))}::uuid[], ${ids})`,
      );
    const workerId = randomUUID();
    const { rows } = await db.execute<{ delivery_id: string; user_id: string }>(
      sql`select * from claim_due_mail(${workerId}, ${most}, ${ids})`,
    );
    return rows.map((row) => ({ workerId, deliveryId: row.delivery_id, userId: row.user_id }));
  });

/** Waits for the first of these, and not longer than until the next poll. */
async function nextEnd(working: readonly Promise<void>[]): Promise<void> {
  const waiting = new AbortController();
  const poll = sleep(POLL_MS, undefined, { signal: waiting.signal }).catch(() => {
    // Aborted because something ended first.
  });
  await Promise.race([...working, poll]);
  waiting.abort();
}
