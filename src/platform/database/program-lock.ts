import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { isAlive } from "./embedded/postmaster-pid.ts";

/** An arbitrary number that must never change: "adju" in ASCII. */
const PROGRAM_LOCK = 0x61646a75;
const HANDOVER_MS = 5_000;

/** The application name of the connection that holds the lock; a refused program finds it in PostgreSQL. */
export const lockHolderName = `adjutant program ${process.pid}`;

/**
 * Makes this program the only one on the data folder for as long as `client` stays connected: null. Waits for a
 * program that has just ended; where one lives, its process id.
 */
export async function acquireProgramLock(client: pg.Client): Promise<number | null> {
  const startedAt = Date.now();
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as mine", [PROGRAM_LOCK]);
    if (rows[0].mine) return null;
    const holder = await lockHolder(client);
    if (holder !== null && (isAlive(holder) || Date.now() - startedAt > HANDOVER_MS)) return holder;
    await pause(20);
  }
}

async function lockHolder(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query(
    `select activity.application_name as name from pg_locks locks join pg_stat_activity activity using (pid)
      where locks.locktype = 'advisory' and locks.granted and locks.objid = $1`,
    [PROGRAM_LOCK],
  );
  const pid = Number(/(?<!\d)\d+$/.exec(rows[0]?.name ?? "")?.[0]);
  return Number.isNaN(pid) ? null : pid;
}
