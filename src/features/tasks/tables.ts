import { sql } from "drizzle-orm";
import { check, customType, foreignKey, index, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { editable, record } from "#platform/database/columns.ts";
import { columnsOf, searchTextOf } from "#platform/database/field-columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { positionOnTop } from "./board-position.ts";
import { projectFields, taskFields } from "./fields.ts";
import { PRIORITY_WEIGHTS } from "./model.ts";
import { dueOrNever, priorityRank } from "./public/task-order.ts";

const searchVector = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Compared byte by byte, whatever the language of the database. */
const byteText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

const isNotDeleted = sql`deleted_at is null`;
const isTrash = sql`deleted_at is not null`;

// rule: built-sql - the text of an index or a generated column takes no parameters; all of it is constants
export const priorityWeight = sql.raw(
  `(case priority ${Object.entries(PRIORITY_WEIGHTS)
    .map(([priority, weight]) => `when '${priority}' then ${weight}`)
    .join(" ")} end)`,
);
/** After all completed tasks where a task is open. */
export const completedOrNever = sql`(case when completed_at is null then '-infinity'::timestamptz else completed_at end)`;
export const titleForPeople = sql`title collate "und-x-icu"`;

export const projects = pgTable(
  "projects",
  {
    ...record(),
    userId: uuid().notNull(),
    ...columnsOf(projectFields),
    search: searchVector().generatedAlwaysAs(searchTextOf(projectFields)),
    ...editable(),
  },
  (table) => [
    unique("projects_owner").on(table.id, table.userId),
    index("projects_newest")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index("projects_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isTrash),
    index("projects_search").using("gin", table.userId, table.search),
    ownRows("projects"),
  ],
);

export const tasks = pgTable(
  "tasks",
  {
    ...record(),
    userId: uuid().notNull(),
    ...columnsOf(taskFields),
    parentId: uuid(),
    position: byteText()
      .notNull()
      .$defaultFn(() => positionOnTop(new Date())),
    search: searchVector().generatedAlwaysAs(searchTextOf(taskFields)),
    ...editable(),
  },
  (table) => [
    unique("tasks_owner").on(table.id, table.userId),
    foreignKey({
      name: "tasks_project",
      columns: [table.projectId, table.userId],
      foreignColumns: [projects.id, projects.userId],
    }),
    foreignKey({
      name: "tasks_parent",
      columns: [table.parentId, table.userId],
      foreignColumns: [table.id, table.userId],
    }).onDelete("cascade"),
    index("tasks_newest")
      .on(table.userId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isNotDeleted),
    index("tasks_due").on(table.userId, dueOrNever, priorityRank, table.id).where(isNotDeleted),
    // The page shows open tasks first: years of completed ones would have to be skipped.
    index("tasks_open")
      .on(table.userId, dueOrNever, priorityRank, table.id)
      .where(sql`status <> 'completed' and deleted_at is null`),
    index("tasks_done")
      .on(table.userId, sql`${completedOrNever} desc`, table.id.desc().nullsFirst())
      .where(sql`status = 'completed' and deleted_at is null`),
    index("tasks_priority")
      .on(
        table.userId,
        sql`${priorityWeight} desc`,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(isNotDeleted),
    index("tasks_title").on(table.userId, titleForPeople, table.id).where(isNotDeleted),
    index("tasks_board").on(table.userId, table.status, table.position, table.id).where(isNotDeleted),
    index("tasks_of_project")
      .on(table.projectId, table.userId, table.deletedAt, table.status)
      .where(sql`project_id is not null`),
    index("tasks_of_parent")
      .on(table.parentId, table.userId, table.deletedAt, table.status)
      .where(sql`parent_id is not null`),
    // By the bare column: under row-level security an index condition may not hold coalesce(), which is not leakproof.
    index("tasks_due_day")
      .on(table.userId, table.dueDate)
      .where(sql`deleted_at is null and due_date is not null`),
    index("tasks_completed")
      .on(table.userId, table.completedAt)
      .where(sql`status = 'completed' and deleted_at is null`),
    index("tasks_trash")
      .on(table.userId, table.deletedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(isTrash),
    index("tasks_search").using("gin", table.userId, table.search),
    ownRows("tasks"),
  ],
);

/** Which task waits for which other one. */
export const taskDependencies = pgTable(
  "task_dependencies",
  {
    ...record(),
    userId: uuid().notNull(),
    taskId: uuid().notNull(),
    blockedById: uuid().notNull(),
  },
  (table) => [
    unique("task_dependencies_pair").on(table.taskId, table.blockedById),
    foreignKey({
      name: "task_dependencies_task",
      columns: [table.taskId, table.userId],
      foreignColumns: [tasks.id, tasks.userId],
    }).onDelete("cascade"),
    foreignKey({
      name: "task_dependencies_blocked_by",
      columns: [table.blockedById, table.userId],
      foreignColumns: [tasks.id, tasks.userId],
    }).onDelete("cascade"),
    check("task_dependencies_other", sql`task_id <> blocked_by_id`),
    index("task_dependencies_waiting").on(table.userId, table.blockedById),
    ownRows("task_dependencies"),
  ],
);
