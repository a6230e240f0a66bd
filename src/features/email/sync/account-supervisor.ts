import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { attributeRow } from "#platform/crash/attribution.ts";
import type { SeparateService, Worker } from "#platform/jobs/jobs.ts";
import { outageLog } from "#platform/log/outage-log.ts";
import { runAccountSync } from "./account-sync-loop.ts";
import type { AccountLease } from "./record-account-state.ts";
import { notifySyncRequested, onSyncExpected, onSyncRequested } from "./request-sync.ts";
import { WakeSignal } from "./wake-signal.ts";

const POLL_INTERVAL_MS = 1_000;
const CLAIM_LIMIT = 20;
const HEAP_MEGABYTES = 512;

type RunningSync = {
  lease: AccountLease;
  stop: AbortController;
  wakeSignal: WakeSignal;
  done: Promise<void>;
};

/**
 * Runs the connections of mail accounts: each account in one process, by a lease in the database. Checks every second
 * for accounts without a lease and for work on its own accounts.
 */
export const superviseMailAccounts: SeparateService = {
  name: "email.accounts",
  megabytes: HEAP_MEGABYTES,
  isNeeded: async (database) => {
    const { rows } = await database.transaction(null, "read", (db) =>
      db.execute<{ any: boolean }>(sql`select has_synced_accounts() as "any"`),
    );
    return rows[0]?.any ?? false;
  },
  onWake: onSyncRequested,
  onExpected: onSyncExpected,
  wake: notifySyncRequested,
  start: (worker, holder = randomUUID()) => {
    const runningSyncs = new Map<string, RunningSync>();
    let isClosed = false;
    let timer: NodeJS.Timeout | undefined;
    const outage = outageLog(worker.log, {
      failure: "The mail accounts of this process could not be claimed",
      recovery: "The mail accounts of this process can be claimed again",
    });
    // A predecessor with this id was killed; if this fails, its leases expire within a minute.
    let polling = release(worker, holder).then(outage.end, outage.report);
    const poll = () => {
      clearTimeout(timer);
      polling = polling
        .then(() => (isClosed ? undefined : claimAccounts(worker, holder, runningSyncs)))
        .then(outage.end, outage.report)
        .then(() => {
          clearTimeout(timer);
          if (!isClosed) timer = setTimeout(poll, POLL_INTERVAL_MS);
        });
    };
    const stopListening = onSyncRequested(poll);
    poll();
    return {
      close: async () => {
        isClosed = true;
        clearTimeout(timer);
        stopListening();
        await polling;
        for (const { stop } of runningSyncs.values()) stop.abort();
        await Promise.all([...runningSyncs.values()].map(({ done }) => done));
        await release(worker, holder);
      },
    };
  },
};

async function claimAccounts(
  worker: Worker,
  holder: string,
  runningSyncs: Map<string, RunningSync>,
): Promise<void> {
  const isOpen = !worker.systemSettings.current.maintenanceMode;
  const { held, free } = await worker.database.transaction(null, "write", async (db) => {
    const ids = sql.param([...runningSyncs.keys()]);
    const held = await db.execute<{ account_id: string; has_work: boolean; is_asked: boolean }>(
      sql`select * from renew_mail_leases(${holder}, ${ids}::uuid[])`,
    );
    const free = await db.execute<{ account_id: string; user_id: string }>(
      sql`select * from claim_mail_leases(${holder}, ${isOpen ? CLAIM_LIMIT : 0})`,
    );
    return { held: held.rows, free: free.rows };
  });
  const heldById = new Map(held.map((row) => [row.account_id, row]));
  for (const [accountId, { stop, wakeSignal }] of runningSyncs) {
    const row = heldById.get(accountId);
    if (!row || !isOpen) stop.abort();
    else if (row.is_asked) wakeSignal.requestSync();
    else if (row.has_work) wakeSignal.happen();
  }
  for (const { account_id: accountId, user_id: userId } of free) {
    // The lease was lost and claimed again: close the previous connection first.
    const before = runningSyncs.get(accountId);
    before?.stop.abort();
    await before?.done;
    const [stop, wakeSignal, lease] = [
      new AbortController(),
      new WakeSignal(),
      { accountId, userId, holder },
    ];
    const work = { name: "Mail account", row: accountId };
    const done = attributeRow(worker.config.dataDir, work, () =>
      runAccountSync(worker, lease, stop.signal, wakeSignal),
    )
      .catch((error: unknown) => worker.log.error("The sync of a mail account ended", { error, userId }))
      .finally(() => runningSyncs.delete(accountId));
    runningSyncs.set(accountId, { lease, stop, wakeSignal, done });
  }
}

/** Releases the leases, so that the next process need not wait for them to expire. */
const release = ({ database }: Worker, holder: string): Promise<void> =>
  database.transaction(null, "write", async (db) => {
    await db.execute(sql`select release_mail_leases(${holder})`);
  });
