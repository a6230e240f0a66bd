import type pg from "pg";
import type { Db } from "pg-boss";
import { closePool, openPool } from "#platform/database/connection.ts";
import { JOBS } from "#platform/database/guard-connection.ts";
import { listenTo } from "#platform/database/listen.ts";
import type { Log } from "#platform/log/log.ts";
import { outageLog } from "#platform/log/outage-log.ts";

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
  const outage = outageLog(log, {
    failure: "The job queue is unavailable",
    recovery: "The job queue works again",
  });
  return {
    reportOutage: outage.report,
    executeSql: async (text, values) => {
      try {
        const result = await pool.query(text, values);
        outage.end();
        return result;
      } catch (error) {
        outage.report(error);
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
        onBreak: outage.report,
      }),
    close: () => closePool(pool),
  };
}
