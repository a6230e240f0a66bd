import { DrizzleQueryError, sql } from "drizzle-orm";
import { drizzle, type NodePgTransaction } from "drizzle-orm/node-postgres";
import pg from "pg";
import { asAppError } from "./sql-errors.ts";

export type Transaction = NodePgTransaction<Record<string, never>, Record<string, never>>;

export type Database = {
  /**
   * One transaction in which row-level security sees `userId` (nobody where null). Rolls back when `run` throws;
   * what the database refuses is thrown as an AppError.
   */
  transaction<T>(
    userId: string | null,
    mode: "read" | "write",
    run: (transaction: Transaction) => Promise<T>,
  ): Promise<T>;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** Limits of every transaction (security.md D11). */
const begin = (userId: string | null) => sql`select
  set_config('app.user_id', ${userId ?? ""}, true),
  set_config('statement_timeout', '10s', true),
  set_config('lock_timeout', '5s', true),
  set_config('idle_in_transaction_session_timeout', '30s', true)`;

/** Opens the pool as the role that row-level security binds. */
export function openDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({ max: 16, connectionTimeoutMillis: 10_000, ...connection });
  // A connection that breaks fails its query and is replaced; without listeners it would end the process as well.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const orm = drizzle(pool, { casing: "snake_case" });
  return {
    pool,
    transaction: async (userId, mode, run) => {
      let thrownByRun: unknown;
      try {
        return await orm.transaction(
          async (transaction) => {
            await transaction.execute(begin(userId));
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
      }
    },
    close: () => pool.end(),
  };
}
