import { type NamedList, pageAfter, trashOf } from "#platform/client/record-source.ts";
import { searchedText } from "#platform/fields/field-shapes.ts";
import { readerTimeZone } from "#platform/time/reader-clock.ts";
import { daysBetween } from "#platform/time/wall-clock.ts";
import { TASK_STATUSES, taskFields } from "../fields.ts";
import { isOverdue, TASK_ORDERS, type TaskOnWire, type TaskStatus } from "../model.ts";
import { tasks } from "./api.ts";
import type { Due, TaskFilter } from "./filters/task-address.ts";

export const OPEN_STATUSES: readonly TaskStatus[] = TASK_STATUSES.filter((status) => status !== "completed");

/** Rows of one page: about four screens, so that the next page is there before it is seen. */
const PAGE_SIZE = 100;

/** The tasks of a filter; `key` identifies the list. */
export function taskSource(filter: TaskFilter): NamedList<TaskOnWire> {
  const { status, priority, project, tag, due, search, sort } = filter;
  const input = {
    sort,
    ...(status.length > 0 ? { status: [...status] } : {}),
    ...(priority.length > 0 ? { priority: [...priority] } : {}),
    ...(project ? { projectId: project } : {}),
    ...(tag ? { tag } : {}),
    ...(due ? { due, timeZone: readerTimeZone() } : {}),
    ...(search ? { text: search } : {}),
  };
  return {
    key: `tasks ${JSON.stringify(input)}`,
    source: {
      read: (cursor) => tasks.list.read({ ...input, limit: PAGE_SIZE, ...pageAfter(cursor) }),
      includes: (task, isListed) => passesFilter(task, filter, isListed, new Date()),
      compare: TASK_ORDERS[sort],
    },
  };
}

/** One column of the board. */
export const columnSource = (filter: TaskFilter, status: TaskStatus) =>
  taskSource({ ...filter, status: [status], sort: "position" });

export const taskTrash = trashOf("tasks", tasks.trash);

/** The subtasks of one task, newest first. */
export const subtaskSource = (parentId: string): NamedList<TaskOnWire> => ({
  key: `subtasks of ${parentId}`,
  source: {
    read: (cursor) => tasks.list.read({ parentId, limit: 200, ...pageAfter(cursor) }),
    includes: (task) => task.parentId === parentId && task.deletedAt === null,
    compare: TASK_ORDERS.created,
  },
});

/** Whether the task passes the filter, by the server's rules; for a search, listed tasks stay. */
export function passesFilter(task: TaskOnWire, filter: TaskFilter, isListed: boolean, now: Date): boolean {
  const { status, priority, project, tag, due, search } = filter;
  return (
    task.deletedAt === null &&
    task.parentId === null &&
    (status.length === 0 || status.includes(task.status)) &&
    (priority.length === 0 || priority.includes(task.priority)) &&
    (project === undefined || task.projectId === project) &&
    (tag === undefined || task.tags.includes(tag)) &&
    (due === undefined || IS_DUE[due](task, now)) &&
    (search === undefined || isListed || mentions(task, search))
  );
}

const IS_DUE: Record<Due, (task: TaskOnWire, now: Date) => boolean> = {
  overdue: (task, now) => isOverdue(task, now, readerTimeZone()),
  today: (task, now) => isDueWithin(task, now, 1),
  week: (task, now) => isDueWithin(task, now, 7),
  none: ({ dueDate }) => dueDate === null,
};

function isDueWithin({ dueDate }: TaskOnWire, now: Date, days: number): boolean {
  if (dueDate === null) return false;
  const daysAhead = daysBetween(now, new Date(dueDate), readerTimeZone());
  return daysAhead >= 0 && daysAhead < days;
}

/** Every word of the search begins a word of the task. */
function mentions(task: TaskOnWire, search: string): boolean {
  const words = searchedText(taskFields, task)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return search
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((term) => words.some((word) => word.startsWith(term)));
}
