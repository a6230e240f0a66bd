import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Provenance } from "#platform/capability/provenance.ts";
import { closePool, openClient, openPool } from "./connection.ts";
import { isInTransaction, LONG } from "./guard-connection.ts";
import { ReadSession } from "./read-session.ts";
import { prepareForReads, Read, type Reader } from "./read-statement.ts";
import { asAppError, isStalePlan } from "./sql-errors.ts";
import { named } from "./statement-names.ts";

export type Transaction = NodePgTransaction<Record<string, never>, Record<string, never>>;

export type Database = {
  /**
   * Runs one transaction in which row-level security sees `userId` (nobody if null). Rolls back if `run` throws; errors
   * of the database are thrown as AppErrors. Written rows are stored with `provenance`. In a read each statement is a
   * transaction of its own, in one round trip (0126): under READ COMMITTED it would see no other rows in a common one.
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

/** Limits of every transaction that writes (security.md D11); those of a read are in read-statement.ts. */
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
      let isStale = false;
      const noted = (transaction: Transaction) =>
        run(transaction).catch((error: unknown) => {
          thrownByRun = error;
          throw error;
        });
      try {
        client = await pool.connect();
        if (mode === "read") return await readOn(client, { userId, provenance }, noted);
        return await ormOf(client).transaction(
          async (transaction) => {
            await transaction.execute(begin(userId, provenance));
            return await noted(transaction as Transaction);
          },
          { accessMode: "read write" },
        );
      } catch (error) {
        isStale = isStalePlan(error);
        const fromQuery = error instanceof DrizzleQueryError || error instanceof pg.DatabaseError;
        throw error === thrownByRun && !fromQuery ? error : asAppError(error);
      } finally {
        // Also if 'begin' failed, after which drizzle would never return the connection to the pool. One that is still in
        // a transaction would show its rows to the next person: it is closed.
        client?.release(isStale || isInTransaction(client));
      }
    },
    close: () => closePool(pool),
  };
}

const CASING = "snake_case";
/** One for all reads: it caches column names. */
const dialect = new PgDialect({ casing: CASING });

async function readOn<T>(
  client: pg.PoolClient,
  reader: Reader,
  run: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  await prepareForReads(client);
  const read = new Read(client, reader);
  const session = new ReadSession(
    withNames(client, (config) => read.run(config)),
    dialect,
    undefined,
  );
  try {
    const answer = await run(new NodePgTransaction(dialect, session, undefined));
    await read.end("commit");
    return answer;
  } catch (error) {
    await read.end("rollback");
    throw error;
  }
}

type Orm = NodePgDatabase<Record<string, never>>;

/** One per pool connection, for its lifetime: it caches column names. */
const orms = new WeakMap<pg.PoolClient, Orm>();

function ormOf(client: pg.PoolClient): Orm {
  const known =
    orms.get(client) ??
    drizzle(
      withNames(client, (config) => client.query(config)),
      { casing: CASING },
    );
  orms.set(client, known);
  return known;
}

/** The connection with another way to run queries, each text under a name of its own where it has one. */
const withNames = (
  client: pg.PoolClient,
  query: (config: pg.QueryConfig) => Promise<pg.QueryResult>,
): pg.PoolClient =>
  Object.create(client, {
    query: {
      value: (config: pg.QueryConfig, values: unknown[]) => query(named({ ...config, values })),
    },
  });
