import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase, type NodePgTransaction } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Provenance } from "#platform/capability/provenance.ts";
import { closePool, openClient, openPool } from "./connection.ts";
import { LONG } from "./guard-connection.ts";
import { asAppError } from "./sql-errors.ts";

export type Transaction = NodePgTransaction<Record<string, never>, Record<string, never>>;

export type Database = {
  /**
   * Runs one transaction in which row-level security sees `userId` (nobody if null). Rolls back if `run` throws; errors
   * of the database are thrown as AppErrors. Written rows are stored with `provenance`.
   */
  transaction<T>(
    userId: string | null,
    mode: "read" | "write",
    run: (transaction: Transaction) => Promise<T>,
    provenance?: Provenance,
  ): Promise<T>;
  pool: pg.Pool;
  /** A connection outside the pool for a read that takes minutes. The caller must end it. */
  connectForLong(): Promise<pg.Client>;
  close(): Promise<void>;
};

/** Limits of every transaction (security.md D11). */
const begin = (userId: string | null, provenance: Provenance) => sql`select
  set_config('app.user_id', ${userId ?? ""}, true),
  set_config('app.provenance', ${provenance}, true),
  set_config('statement_timeout', '10s', true),
  set_config('lock_timeout', '5s', true),
  set_config('idle_in_transaction_session_timeout', '30s', true)`;

/** Opens the pool as the role that is subject to row-level security. */
export function openDatabase(
  connection: pg.ClientConfig,
  { name = "adjutant requests", max = 16 } = {},
): Database {
  const pool = openPool(connection, { name, max });
  return {
    pool,
    connectForLong: async () => {
      const client = openClient({ ...connection, application_name: `${name}, long` }, LONG);
      await client.connect();
      return client;
    },
    transaction: async (userId, mode, run, provenance = "outside") => {
      let thrownByRun: unknown;
      let client: pg.PoolClient | undefined;
      try {
        client = await pool.connect();
        return await ormOf(client).transaction(
          async (transaction) => {
            await transaction.execute(begin(userId, provenance));
            return await run(transaction as Transaction).catch((error: unknown) => {
              thrownByRun = error;
              throw error;
            });
          },
          { accessMode: mode === "read" ? "read only" : "read write" },
        );
      } catch (error) {
        const fromQuery = error instanceof DrizzleQueryError || error instanceof pg.DatabaseError;
        throw error === thrownByRun && !fromQuery ? error : asAppError(error);
      } finally {
        // Also if 'begin' failed, after which drizzle would never return the connection to the pool.
        client?.release();
      }
    },
    close: () => closePool(pool),
  };
}

type Orm = NodePgDatabase<Record<string, never>>;

/** One per pool connection, for its lifetime: it caches column names. */
const orms = new WeakMap<pg.PoolClient, Orm>();

function ormOf(client: pg.PoolClient): Orm {
  const known = orms.get(client) ?? drizzle(client, { casing: "snake_case" });
  orms.set(client, known);
  return known;
}
