import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";

/** Whether answers of this transaction's user to mails of ours are commands (functions.sql). */
export async function areReplyCommandsEnabled(db: Transaction): Promise<boolean> {
  const { rows } = await db.execute<{ obeys: boolean }>(sql`select accepts_replies() as obeys`);
  return rows[0]?.obeys ?? false;
}
