import { and, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { startOfDay } from "#platform/time/time-zone.ts";
import { COUNT_CAP, PRIORITY_WEIGHTS, TaskStatus } from "./model.ts";
import { ownTasks } from "./read-tasks.ts";
import { priorityWeight, tasks } from "./tables.ts";

/** Subtasks are not counted. One above the cap means more. */
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

export async function countTasks(context: SignedIn, { timeZone }: { timeZone: string }) {
  const today = startOfDay(context.now, timeZone);
  const tomorrow = startOfDay(context.now, timeZone, 1);
  const isTop = isNull(tasks.parentId);
  const isOpen = ne(tasks.status, "completed");
  const counted = (...conditions: (SQL | undefined)[]) =>
    capped(context, ownTasks(context, isTop, ...conditions));
  const counts = await context.db
    .select({
      todo: counted(eq(tasks.status, "todo")),
      in_progress: counted(eq(tasks.status, "in_progress")),
      completed: counted(eq(tasks.status, "completed")),
      review: counted(eq(tasks.status, "review")),
      overdue: counted(isOpen, lt(tasks.dueDate, today)),
      dueToday: counted(isOpen, gte(tasks.dueDate, today), lt(tasks.dueDate, tomorrow)),
      urgent: counted(isOpen, sql`${priorityWeight} >= ${PRIORITY_WEIGHTS.high}`),
      trash: capped(context, isNotNull(tasks.deletedAt)),
    })
    .from(sql`(select) as nothing`)
    .then(returnedRow);
  const { overdue, dueToday, urgent, trash, ...byStatus } = counts;
  return { byStatus, overdue, dueToday, urgent, trash };
}

const capped = ({ db, actor }: SignedIn, condition: SQL | undefined) =>
  sql<number>`(select count(*)::int from ${db
    .select({ one: sql`1` })
    .from(tasks)
    .where(and(eq(tasks.userId, actor.userId), condition))
    .limit(COUNT_CAP + 1)
    .as("counted")})`;
