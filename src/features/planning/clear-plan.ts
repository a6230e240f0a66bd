import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { changeBlocks, changesOnWire, lockPlan, NO_CHANGES } from "./change-blocks.ts";
import { type ClearScope, MAX_BLOCKS } from "./model.ts";

/** Removes coming blocks, without those that the person moved. Returns the ids of their events. */
export async function clearPlan(
  context: SignedIn,
  { from, to, items }: ClearScope,
): Promise<{ ids: string[] }> {
  await lockPlan(context);
  const now = context.now.toISOString();
  const { rows } = await context.db.execute<{ id: string }>(sql`
    select e.id from plan_blocks b
      join events e on e.id = b.event_id and e.user_id = b.user_id and e.deleted_at is null
     where b.user_id = ${context.actor.userId} and e.start_time > ${now}::timestamptz
       and e.start_time >= ${(from ?? context.now).toISOString()}::timestamptz
       and (${to?.toISOString() ?? null}::timestamptz is null or e.start_time < ${to?.toISOString() ?? null}::timestamptz)
       and (${items ? sql.param(items) : null}::text[] is null
            or b.subject || ':' || b.subject_id = any(${items ? sql.param(items) : null}::text[]))
       and e.start_time = b.planned_start and e.end_time = b.planned_end
     order by e.start_time, e.id limit ${MAX_BLOCKS}`);
  const ids = rows.map(({ id }) => id);
  const undo = await changeBlocks(context, { ...NO_CHANGES, remove: ids });
  if (ids.length > 0) context.undoWith({ capability: "plan.restore", input: changesOnWire(undo) });
  return { ids };
}
