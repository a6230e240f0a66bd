import { sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";

/** Whether replies of this transaction's user to Adjutant's mails are commands (functions.sql). */
export async function areReplyCommandsEnabled(db: Transaction): Promise<boolean> {
  const { rows } = await db.execute<{ obeys: boolean }>(sql`select accepts_replies() as obeys`);
  return rows[0]?.obeys ?? false;
}
