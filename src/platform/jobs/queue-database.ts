import type pg from "pg";
import type { Db } from "pg-boss";
import { closePool, openPool } from "#platform/database/connection.ts";
import { JOBS } from "#platform/database/guard-connection.ts";
import { listenTo } from "#platform/database/listen.ts";
import type { Log } from "#platform/log/log.ts";

const SAME_OUTAGE_MS = 60_000;

/** Prefix of the connection names of a program that runs jobs. */
export const JOBS_APPLICATION = "adjutant jobs";

type QueueDatabase = Db & {
  /** Logs the first error of an outage with its cause; the others are dropped. */
  reportOutage(error: unknown): void;
  close(): Promise<void>;
};

/** The database access of pg-boss: our own pool and listener, because its own wait forever if nothing responds. */
export function queueDatabase(owner: pg.ClientConfig, log: Log): QueueDatabase {
  const pool = openPool(owner, { name: JOBS_APPLICATION, max: 4, limits: JOBS });
  let failedAt: number | null = null;
  let loggedAt = 0;
  const reportOutage = (error: unknown) => {
    if (failedAt !== null) return;
    failedAt = Date.now();
    // Repeated short interruptions count as the same outage.
    if (failedAt - loggedAt < SAME_OUTAGE_MS) return;
    loggedAt = failedAt;
    log.error("The job queue is unavailable; this is logged once until it works again", { error });
  };
  const succeed = () => {
    if (failedAt === null) return;
    log.info("The job queue works again", { durationMs: Date.now() - failedAt });
    failedAt = null;
  };
  return {
    reportOutage,
    executeSql: async (text, values) => {
      try {
        const result = await pool.query(text, values);
        succeed();
        return result;
      } catch (error) {
        reportOutage(error);
        throw error;
      }
    },
    listen: (channel, onNotice, onConnect) =>
      listenTo({
        connection: owner,
        name: "adjutant job notices",
        channels: [`"${channel}"`],
        onNotice: (_channel, payload) => onNotice(payload),
        onConnect,
        onBreak: reportOutage,
      }),
    close: () => closePool(pool),
  };
}
