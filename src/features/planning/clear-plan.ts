import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { changeBlocks, changesOnWire, lockPlan, NO_CHANGES } from "./change-blocks.ts";
import { MAX_BLOCKS } from "./model.ts";

/** Removes the coming blocks, without those that the person moved. Returns the ids of their events. */
export async function clearPlan(context: SignedIn): Promise<{ ids: string[] }> {
  await lockPlan(context);
  const { rows } = await context.db.execute<{ id: string }>(sql`
    select e.id from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null
     where b.user_id = ${context.actor.userId} and e.start_time > ${context.now.toISOString()}::timestamptz
       and e.start_time = b.planned_start and e.end_time = b.planned_end
     order by e.start_time, e.id limit ${MAX_BLOCKS}`);
  const ids = rows.map(({ id }) => id);
  const undo = await changeBlocks(context, { ...NO_CHANGES, remove: ids });
  if (ids.length > 0) context.undoWith({ capability: "plan.restore", input: changesOnWire(undo) });
  return { ids };
}
