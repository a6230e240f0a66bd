import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { OWN, type Provenance } from "#platform/capability/provenance.ts";
import { columnsIn } from "#platform/database/field-columns.ts";
import { taskFields } from "./fields.ts";
import type { Task, TaskCount, TaskDetails } from "./model.ts";
import { tasks } from "./tables.ts";

type Dependencies = { ids: string[]; isBlocked: boolean };
type Row = typeof tasks.$inferSelect;

const OWN_WORDS = sql`(${sql.join(
  OWN.map((each) => sql`${each}`),
  sql`, `,
)})`.inlineParams();

/** A task in the trash blocks nothing until it is restored. */
const blockersOfTask = sql`task_dependencies d join tasks b on b.id = d.blocked_by_id and b.user_id = d.user_id
    where d.task_id = tasks.id and d.user_id = tasks.user_id and b.deleted_at is null`;

/**
 * The columns of a select or returning on tasks only: the row, its project's name, its subtask counts and what it waits
 * for, in one statement. Table names are explicit because drizzle omits them if there is only one table.
 */
export const taskColumns = {
  id: tasks.id,
  userId: tasks.userId,
  ...columnsIn(tasks, taskFields),
  parentId: tasks.parentId,
  position: tasks.position,
  createdAt: tasks.createdAt,
  updatedAt: tasks.updatedAt,
  deletedAt: tasks.deletedAt,
  version: tasks.version,
  provenance: sql<Provenance>`case when tasks.project_id is null or tasks.provenance not in ${OWN_WORDS} then tasks.provenance
    else coalesce((select p.provenance from projects p where p.id = tasks.project_id and p.user_id = tasks.user_id
      and p.provenance not in ${OWN_WORDS}), tasks.provenance) end`,
  projectName: sql<string | null>`(select p.name from projects p
    where p.id = tasks.project_id and p.user_id = tasks.user_id and p.deleted_at is null)`,
  subtasks: sql<TaskCount>`(select json_build_object('total', count(*), 'completed', count(*) filter (where s.status = 'completed'))
    from tasks s where s.parent_id = tasks.id and s.user_id = tasks.user_id and s.deleted_at is null)`,
  dependencies: sql<Dependencies>`(select json_build_object('ids', coalesce(json_agg(b.id order by d.created_at, b.id), '[]'),
      'isBlocked', coalesce(bool_or(b.status <> 'completed'), false)) from ${blockersOfTask})`,
};

const namedBlockers = sql<
  TaskDetails["blockers"]
>`(select coalesce(json_agg(json_build_object('id', b.id, 'title', b.title,
    'isDone', b.status = 'completed', 'provenance', b.provenance) order by d.created_at, b.id), '[]') from ${blockersOfTask})`;

/** Whether it waits for an open task. */
export const isWaiting = sql`exists (select from ${blockersOfTask} and b.status <> 'completed')`;

type Read = Omit<Row, "search"> & {
  projectName: string | null;
  subtasks: TaskCount;
  dependencies: Dependencies;
};

/** A project in the trash is as good as none, until it is restored. */
export const asTask = ({ dependencies: { ids, isBlocked }, ...row }: Read): Task => ({
  ...row,
  blockedBy: ids,
  isBlocked: isBlocked && row.status !== "completed",
  projectId: row.projectName === null ? null : row.projectId,
});

/** The actor's tasks that are not in the trash. */
export const ownTasks = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(tasks.userId, context.actor.userId), isNull(tasks.deletedAt), ...conditions);

export async function findTask(context: SignedIn, id: string): Promise<TaskDetails> {
  const [row] = await context.db
    .select({ ...taskColumns, blockers: namedBlockers })
    .from(tasks)
    .where(ownTasks(context, eq(tasks.id, id)));
  if (!row) throw notFound(t`Task`);
  const { blockers, ...task } = row;
  return { ...asTask(task), blockers };
}
