import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { BackgroundService, Worker } from "#platform/jobs/jobs.ts";
import { outageLog } from "#platform/log/outage-log.ts";
import { deliverMail } from "../jobs.ts";

const POLL_MS = 5_000;

/** Finds mail whose delivery worker is gone, with its process, on this machine or another, and has it delivered. */
export const takeOverMail: BackgroundService = {
  name: "email.take-over",
  start: (worker) => {
    const closing = new AbortController();
    const outage = outageLog(worker.log, {
      failure: "Mail of ended processes could not be checked",
      recovery: "Mail of ended processes can be checked again",
    });
    const polling = (async () => {
      while (!closing.signal.aborted) {
        await deliverAbandoned(worker).then(outage.end, outage.report);
        await sleep(POLL_MS, undefined, { signal: closing.signal }).catch(() => {
          // Closing ends the pause.
        });
      }
    })();
    return {
      close: async () => {
        closing.abort();
        await polling;
      },
    };
  },
};

const deliverAbandoned = ({ database, jobs }: Pick<Worker, "database" | "jobs">): Promise<void> =>
  database.transaction(null, "write", async (db) => {
    const { rows } = await db.execute<{ is_abandoned: boolean }>(
      sql`select has_abandoned_mail() as is_abandoned`,
    );
    if (rows[0]?.is_abandoned) await jobs.enqueue(db, deliverMail, {}, { key: "abandoned" });
  });
