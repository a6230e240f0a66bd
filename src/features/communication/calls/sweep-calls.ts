import { sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/actor.ts";
import { attributeRow } from "#platform/crash/attribution.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { BackgroundService, Worker } from "#platform/jobs/jobs.ts";
import { outageLog } from "#platform/log/outage-log.ts";
import { notifyMissedCall, type Outcome, publishCall } from "./end-calls.ts";

const SWEEP_INTERVAL_MS = 3_000;

type Swept = { id: string; missed: string[]; outcome: Outcome | null };

/** Checks every three seconds for unanswered rings and lost pages, also those of a server process that died. */
export const callSweeper: BackgroundService = {
  name: "communication.calls",
  start: (worker) => {
    const outage = outageLog(worker.log, {
      failure: "Abandoned calls could not be ended",
      recovery: "Abandoned calls are ended again",
    });
    let sweeping = Promise.resolve();
    const timer = setInterval(() => {
      sweeping = sweeping.then(() => sweepCalls(worker)).then(outage.end, outage.report);
    }, SWEEP_INTERVAL_MS);
    timer.unref();
    return {
      close: async () => {
        clearInterval(timer);
        await sweeping;
      },
    };
  },
};

export async function sweepCalls({ database, config }: Pick<Worker, "database" | "config">): Promise<void> {
  await database.transaction(null, "write", async (db) => {
    const { rows } = await db.execute<Swept>(sql`select id, missed, outcome from sweep_calls()`);
    const facts: Announcement[] = [];
    const publisher = { db, announce: (fact: Announcement) => void facts.push(fact) };
    for (const { id, missed, outcome } of rows)
      await attributeRow(config.dataDir, { name: "Call", row: id }, async () => {
        await publishCall(publisher, id, outcome);
        await notifyMissedCall(publisher, id, missed, "missed");
      });
    await recordAnnouncements(db, facts);
  });
}
