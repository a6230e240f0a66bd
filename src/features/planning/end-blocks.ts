import { sql } from "drizzle-orm";
import { events } from "#features/calendar/calendar-events.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { moveBlock } from "./change-blocks.ts";

type Row = { id: string; version: number; start_time: string; ended_at: string };

/** A block that began a moment ago is as good as none. In milliseconds. */
const SHORTEST = 5 * 60_000;

/**
 * Frees what is reserved for tasks that were completed or moved to the trash: coming blocks are removed, one that has
 * begun ends when its task did. What was opened again since stays.
 */
export async function endBlocks(context: SignedIn, taskIds: readonly string[]): Promise<void> {
  const { db, actor } = context;
  const { rows } = await db.execute<Row>(sql`
    select e.id, e.version, e.start_time, coalesce(k.deleted_at, k.completed_at, ${context.now.toISOString()}::timestamptz) as ended_at
      from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null
      join tasks k on k.id = b.subject_id and k.user_id = b.user_id
     where b.user_id = ${actor.userId} and b.subject = 'task' and b.subject_id = any(${sql.param([...taskIds])}::uuid[])
       and (k.deleted_at is not null or k.status = 'completed')
       and e.end_time > coalesce(k.deleted_at, k.completed_at, ${context.now.toISOString()}::timestamptz)
     order by e.id for update of e`);
  for (const { id, version, start_time, ended_at } of rows) {
    const [startTime, endTime] = [new Date(start_time), new Date(ended_at)];
    if (endTime.getTime() - startTime.getTime() < SHORTEST) await events.delete(context, { id });
    else await moveBlock(context, { id, version, startTime, endTime });
  }
}
