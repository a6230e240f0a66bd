import { gte, isNull, lt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { recordCounts } from "#platform/counts/record-counts.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { TaskStatus } from "./model.ts";
import { ownTasks } from "./read-tasks.ts";
import { tasks } from "./tables.ts";

/** Subtasks are not counted, except in the trash. */
export const TaskCounts = z.object({
  byStatus: z.record(TaskStatus, z.int()),
  /** Not completed and due before today. */
  overdue: z.int(),
  /** Not completed and due today. */
  dueToday: z.int(),
  /** Not completed, of high or urgent priority. */
  urgent: z.int(),
  /** Everything in the trash. */
  trash: z.int(),
});

/** In one statement, whose cost does not grow with the tasks: whole days are counted, and an index reads the rest. */
export async function countTasks(context: SignedIn, { timeZone }: { timeZone: string }) {
  const { db, actor, now } = context;
  const today = startOfDay(now, timeZone);
  const tomorrow = startOfDay(now, timeZone, 1);
  const isOpen = ne(tasks.status, "completed");
  const dueBetween = (from: Date, to: Date) =>
    db.$count(
      tasks,
      ownTasks(context, isNull(tasks.parentId), isOpen, gte(tasks.dueDate, from), lt(tasks.dueDate, to)),
    );
  const day = today.toISOString().slice(0, 10);
  const { counts, dueOnDaysBefore, dueSinceMidnight, dueToday } = await db
    .select({
      counts: recordCounts(actor.userId, "tasks", sql`counted not like 'due %'`),
      dueOnDaysBefore: sql<number>`(select coalesce(sum(change), 0)::int from record_counts
        where user_id = ${actor.userId} and resource = 'tasks' and counted like 'due %' and counted < ${`due ${day}`})`,
      dueSinceMidnight: dueBetween(new Date(`${day}T00:00:00Z`), today),
      dueToday: dueBetween(today, tomorrow),
    })
    .from(sql`(select) as nothing`)
    .then(returnedRow);
  const counted = (name: string) => counts[name] ?? 0;
  const byStatus = Object.fromEntries(TaskStatus.options.map((status) => [status, counted(status)]));
  return {
    byStatus: byStatus as Record<TaskStatus, number>,
    ...{ overdue: dueOnDaysBefore + dueSinceMidnight, dueToday },
    ...{ urgent: counted("urgent"), trash: counted("trash") },
  };
}
