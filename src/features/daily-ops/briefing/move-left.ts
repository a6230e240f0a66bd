import { sql } from "drizzle-orm";
import { tasks } from "#features/tasks/tasks.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import type { BriefingDay } from "./read-facts.ts";

/** `before`: when it was due; `dueDate`: when it is due since. */
export type MovedTask = { id: string; before: Date; dueDate: Date };

/**
 * Moves those that are still open and due on the day to the next one, at the same time of day. One act, which is undone
 * as one.
 */
export async function moveLeft(
  context: SignedIn,
  day: BriefingDay,
  ids: readonly string[],
): Promise<{ ids: string[]; moved: MovedTask[] }> {
  const moved = (await openDues(context, ids))
    .filter(({ due }) => due >= day.from && due < day.to)
    .map(({ id, due }) => ({ id, before: due, dueDate: nextDay(due, day.timeZone) }));
  if (moved.length === 0) return { ids: [], moved };
  await tasks.updateMany(context, {
    changes: moved.map(({ id, dueDate }) => ({ id, dueDate: dueDate.toISOString() })),
  });
  context.undoWith({
    capability: "briefings.moveBack",
    input: {
      moved: moved.map(({ id, before, dueDate }) => ({
        ...{ id, before: before.toISOString(), dueDate: dueDate.toISOString() },
      })),
    },
  });
  return { ids: moved.map(({ id }) => id), moved };
}

/** Omits what was changed, done or thrown away since. */
export async function moveBack(context: SignedIn, moved: readonly MovedTask[]): Promise<{ ids: string[] }> {
  const dues = await openDues(
    context,
    moved.map(({ id }) => id),
  );
  const changes = moved
    .filter(({ id, dueDate }) => dues.some((now) => now.id === id && now.due.getTime() === dueDate.getTime()))
    .map(({ id, before }) => ({ id, dueDate: before.toISOString() }));
  if (changes.length === 0) return { ids: [] };
  const { ids } = await tasks.updateMany(context, { changes });
  return { ids };
}

async function openDues({ db, actor }: SignedIn, ids: readonly string[]) {
  const { rows } = await db.execute<{ id: string; due: string }>(sql`
    select id, due_date::text as due from tasks
     where user_id = ${actor.userId} and id = any(${sql.param([...ids])}::uuid[])
       and deleted_at is null and status <> 'completed' and due_date is not null
     order by due_date, id`);
  return rows.map(({ id, due }) => ({ id, due: new Date(due) }));
}

function nextDay(due: Date, timeZone: string): Date {
  const clock = wallClock(due, timeZone);
  const seconds = due.getTime() % MINUTE;
  return new Date(instantOf({ ...clock, day: clock.day + 1 }, timeZone).getTime() + seconds);
}

const MINUTE = 60_000;
