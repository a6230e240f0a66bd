import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { attributeRow } from "#platform/crash/attribution.ts";
import type { BackgroundService, Worker } from "#platform/jobs/jobs.ts";
import { runAccountSync } from "./account-sync-loop.ts";
import type { AccountLease } from "./record-account-state.ts";
import { onSyncRequested } from "./request-sync.ts";
import { WakeSignal } from "./wake-signal.ts";

const POLL_INTERVAL_MS = 1_000;
const CLAIM_AT_ONCE = 20;

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
export const superviseMailAccounts: BackgroundService = {
  name: "email.accounts",
  start: (worker) => {
    const keeper = randomUUID();
    const kept = new Map<string, RunningSync>();
    let isClosed = false;
    let timer: NodeJS.Timeout | undefined;
    let looking = Promise.resolve();

    const look = () => {
      clearTimeout(timer);
      looking = looking
        .then(() => (isClosed ? undefined : claimAccounts(worker, keeper, kept)))
        .catch((error: unknown) => worker.log.error("mail accounts", { error }))
        .then(() => {
          clearTimeout(timer);
          if (!isClosed) timer = setTimeout(look, POLL_INTERVAL_MS);
        });
    };
    const stopListening = onSyncRequested(look);
    look();
    return {
      close: async () => {
        isClosed = true;
        clearTimeout(timer);
        stopListening();
        await looking;
        for (const { stop } of kept.values()) stop.abort();
        await Promise.all([...kept.values()].map(({ done }) => done));
        await release(worker, keeper);
      },
    };
  },
};

async function claimAccounts(worker: Worker, keeper: string, kept: Map<string, RunningSync>): Promise<void> {
  const isOpen = !worker.systemSettings.current.maintenanceMode;
  const { held, free } = await worker.database.transaction(null, "write", async (db) => {
    const ids = sql.param([...kept.keys()]);
    const held = await db.execute<{ account_id: string; has_work: boolean; is_asked: boolean }>(
      sql`select * from renew_mail_leases(${keeper}, ${ids}::uuid[])`,
    );
    const free = await db.execute<{ account_id: string; user_id: string }>(
      sql`select * from claim_mail_leases(${keeper}, ${isOpen ? CLAIM_AT_ONCE : 0})`,
    );
    return { held: held.rows, free: free.rows };
  });
  const mine = new Map(held.map((row) => [row.account_id, row]));
  for (const [accountId, { stop, wakeSignal: stir }] of kept) {
    const row = mine.get(accountId);
    if (!row || !isOpen) stop.abort();
    else if (row.is_asked) stir.ask();
    else if (row.has_work) stir.happen();
  }
  for (const { account_id: accountId, user_id: userId } of free) {
    // The lease was lost and claimed again: close the previous connection first.
    const before = kept.get(accountId);
    before?.stop.abort();
    await before?.done;
    const [stop, stir, mine] = [new AbortController(), new WakeSignal(), { accountId, userId, keeper }];
    const work = { name: "Mail account", row: accountId };
    const done = attributeRow(worker.config.dataDir, work, () =>
      runAccountSync(worker, mine, stop.signal, stir),
    )
      .catch((error: unknown) => worker.log.error("a mail account", { error, userId }))
      .finally(() => kept.delete(accountId));
    kept.set(accountId, { lease: mine, stop, wakeSignal: stir, done });
  }
}

/** Releases the leases, so that the next process need not wait for them to expire. */
const release = ({ database }: Worker, keeper: string) =>
  database.transaction(null, "write", (db) => db.execute(sql`select release_mail_leases(${keeper})`));
