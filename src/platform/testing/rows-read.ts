import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";

/** Rows of these tables read so far in this transaction, whether they matched or not: compare two values. */
export async function rowsRead(db: Transaction, ...tables: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ read: number }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where relname = any (${sql.param(tables)}::text[])`);
  return rows[0]?.read ?? 0;
}
