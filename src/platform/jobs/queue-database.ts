import type pg from "pg";
import type { Db } from "pg-boss";
import { closePool, openPool } from "#platform/database/connection.ts";
import { JOBS } from "#platform/database/guard-connection.ts";
import { listenTo } from "#platform/database/listen.ts";
import type { Log } from "#platform/log/log.ts";

const SAME_OUTAGE_MS = 60_000;

/** How the names of the connections begin of a program that does jobs. */
export const JOBS_APPLICATION = "adjutant jobs";

type QueueDatabase = Db & {
  /** Writes what went wrong to the log: the first of an outage with its cause, the rest not at all. */
  complain(error: unknown): void;
  close(): Promise<void>;
};

/** What pg-boss works on: a pool and a listener of ours, because its own wait for ever where nothing answers. */
export function queueDatabase(owner: pg.ClientConfig, log: Log): QueueDatabase {
  const pool = openPool(owner, { name: JOBS_APPLICATION, max: 4, limits: JOBS });
  let failedAt: number | null = null;
  let saidAt = 0;
  const complain = (error: unknown) => {
    if (failedAt !== null) return;
    failedAt = Date.now();
    // On a line that comes and goes each moment is the same outage.
    if (failedAt - saidAt < SAME_OUTAGE_MS) return;
    saidAt = failedAt;
    log.error("The job queue is unavailable; this is logged once until it works again", { error });
  };
  const succeed = () => {
    if (failedAt === null) return;
    log.info("The job queue works again", { durationMs: Date.now() - failedAt });
    failedAt = null;
  };
  return {
    complain,
    executeSql: async (text, values) => {
      try {
        const result = await pool.query(text, values);
        succeed();
        return result;
      } catch (error) {
        complain(error);
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
        onBreak: complain,
      }),
    close: () => closePool(pool),
  };
}
