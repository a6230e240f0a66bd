import { sql } from "drizzle-orm";
import { drizzle, type NodePgTransaction } from "drizzle-orm/node-postgres";
import pg from "pg";

export type Transaction = NodePgTransaction<Record<string, never>, Record<string, never>>;

export type Database = {
  /** One transaction in which row-level security sees `userId` (nobody where null). Rolls back when `run` throws. */
  transaction<T>(
    userId: string | null,
    mode: "read" | "write",
    run: (transaction: Transaction) => Promise<T>,
  ): Promise<T>;
  pool: pg.Pool;
  close(): Promise<void>;
};

/** Opens the pool as the role that row-level security binds. Times out statements after 10 s (security.md D11). */
export function openDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({ max: 16, ...connection });
  const orm = drizzle(pool, { casing: "snake_case" });
  return {
    pool,
    transaction: (userId, mode, run) =>
      orm.transaction(
        async (transaction) => {
          await transaction.execute(
            sql`select set_config('app.user_id', ${userId ?? ""}, true), set_config('statement_timeout', '10s', true)`,
          );
          return run(transaction as Transaction);
        },
        { accessMode: mode === "read" ? "read only" : "read write" },
      ),
    close: () => pool.end(),
  };
}
