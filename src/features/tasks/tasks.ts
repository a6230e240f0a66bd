import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { addQuickly } from "./add-quickly.ts";
import { countTasks, TaskCounts } from "./count-tasks.ts";
import { ListTasks, listTasks, listTrash } from "./list-tasks.ts";
import { MAX_BULK, NewTask, Recommendations, Task, TaskChange, TaskDetails, TaskStatus } from "./model.ts";
import { MAX_QUICK_ADD } from "./quick-add.ts";
import { findTask } from "./read-tasks.ts";
import { recommendTasks } from "./recommend-tasks.ts";
import { changeTask, changeTasks, insertTask, moveTask, restoreTasks, trashTasks } from "./write-tasks.ts";

const ids = z.array(Id).min(1).max(MAX_BULK);
/** A project's progress and its list of tasks follow from its tasks. */
const invalidates = ["projects"];

export const tasks = resource("tasks", {
  list: read({
    summary:
      "List tasks, newest first unless sorted otherwise, filtered by status, priority, project, tag, due date or words",
    input: ListTasks,
    output: pageOf(Task),
    access: "user",
    run: listTasks,
  }),
  get: read({
    summary: "Get one task, with the names of the tasks that it waits for",
    input: z.strictObject({ id: Id }),
    output: TaskDetails,
    access: "user",
    run: (context, { id }) => findTask(context, id),
  }),
  counts: read({
    summary: "Count tasks by status, and those overdue, due today and in the trash; counting stops at 1,000",
    input: z.strictObject({ timeZone: TimeZone.default("UTC") }),
    output: TaskCounts,
    access: "user",
    run: countTasks,
  }),
  trash: read({
    summary: "List the tasks deleted in the last 30 days, last deleted first",
    input: z.strictObject(pageInput),
    output: pageOf(Task),
    access: "user",
    run: listTrash,
  }),
  create: write({
    summary: "Create a task or, with `parentId`, a subtask",
    input: NewTask,
    output: Task,
    example: { title: "Prepare the board deck" },
    access: "user",
    invalidates,
    run: async (context, { isQuoted, ...input }) => {
      const insert = (own: SignedIn) => insertTask(own, input);
      const task = await (isQuoted ? writeAs(context, "other_user", insert) : insert(context));
      context.undoWith({ capability: "tasks.delete", input: { id: task.id } });
      return task;
    },
  }),
  quickAdd: write({
    summary: "Create a task from one line such as 'Call Anna tomorrow 15:00 !high #board +Launch'",
    input: z.strictObject({
      text: z.string().trim().min(1, t`Give the task a title`).max(MAX_QUICK_ADD),
      /** The zone of 'tomorrow 15:00'. */
      timeZone: TimeZone.default("UTC"),
    }),
    output: Task,
    access: "user",
    invalidates,
    run: async (context, input) => {
      const task = await addQuickly(context, input);
      context.undoWith({ capability: "tasks.delete", input: { id: task.id } });
      return task;
    },
  }),
  recommend: read({
    summary: "Recommend what to do next and why, from due dates, priorities, age and project deadlines",
    input: z.strictObject({ timeZone: TimeZone.default("UTC") }),
    output: Recommendations,
    access: "user",
    run: recommendTasks,
  }),
  update: write({
    summary: "Update the given fields of a task; an outdated `version` is rejected with the current task",
    input: TaskChange.extend({ id: Id, version: z.int() }),
    output: Task,
    access: "user",
    invalidates,
    run: async (context, { version, ...change }) => {
      const { items, undo } = await changeTask(context, change, version);
      return onlyTask(context, items, undo);
    },
  }),
  updateMany: write({
    summary: "Update the given fields of up to 200 tasks, all or none, whatever their version",
    input: z.strictObject({
      changes: z
        .array(TaskChange.extend({ id: Id }))
        .min(1)
        .max(MAX_BULK),
    }),
    output: z.object({ ids: z.array(Id), items: z.array(Task) }),
    access: "user",
    invalidates,
    run: async (context, { changes }) => {
      const { items, undo } = await changeTasks(context, changes);
      context.undoWith({ capability: "tasks.updateMany", input: { changes: undo } });
      return { ids: items.map(({ id }) => id), items };
    },
  }),
  move: write({
    summary: "Move a task to a column of the board, below another task or to the top",
    input: z.strictObject({ id: Id, status: TaskStatus, afterId: Id.nullable().default(null) }),
    output: Task,
    access: "user",
    invalidates,
    run: async (context, input) => {
      const { items, undo } = await moveTask(context, input);
      return onlyTask(context, items, undo);
    },
  }),
  delete: destroy({
    summary: "Move a task and its subtasks to the trash, where they stay for 30 days",
    input: z.strictObject({ id: Id }),
    output: z.object({ ids: z.array(Id) }),
    access: "user",
    invalidates,
    run: async (context, { id }) => {
      context.undoWith({ capability: "tasks.restore", input: { id } });
      return { ids: await trashTasks(context, [id]) };
    },
  }),
  deleteMany: destroy({
    summary: "Move up to 200 tasks and their subtasks to the trash, all or none",
    input: z.strictObject({ ids }),
    output: z.object({ ids: z.array(Id) }),
    access: "user",
    invalidates,
    run: async (context, input) => {
      context.undoWith({ capability: "tasks.restoreMany", input });
      return { ids: await trashTasks(context, input.ids) };
    },
  }),
  restore: write({
    summary: "Restore a task from the trash, with the subtasks that were deleted with it",
    input: z.strictObject({ id: Id }),
    output: Task,
    access: "user",
    invalidates,
    run: async (context, { id }) => {
      const ids = await restoreTasks(context, [id]);
      context.announce({ resource: "tasks", ids });
      context.undoWith({ capability: "tasks.delete", input: { id } });
      return findTask(context, id);
    },
  }),
  restoreMany: write({
    summary: "Restore up to 200 tasks from the trash, with the subtasks that were deleted with them",
    input: z.strictObject({ ids }),
    output: z.object({ ids: z.array(Id) }),
    access: "user",
    invalidates,
    run: async (context, input) => {
      context.undoWith({ capability: "tasks.deleteMany", input });
      return { ids: await restoreTasks(context, input.ids) };
    },
  }),
});

function onlyTask(context: SignedIn, items: readonly Task[], undo: readonly object[]): Task {
  const task = returnedRow(items);
  context.undoWith({ capability: "tasks.update", input: { ...undo[0], version: task.version } });
  return task;
}
