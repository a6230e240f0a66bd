import { anId, isTrue, oneOf, readParams, severalOf, textUpTo } from "#platform/client/read-params.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "../../fields.ts";
import { TASK_SORTS, type TaskPriority, type TaskSort, type TaskStatus } from "../../model.ts";

/** The values of the due filter. */
export const DUES = ["overdue", "today", "week", "none"] as const;
export type Due = (typeof DUES)[number];

export const TASK_VIEWS = ["list", "grid", "board"] as const;
export type TaskView = (typeof TASK_VIEWS)[number];

/** The order of a view until another is chosen: the list begins with what is due, the cards with the newest task. */
export const DEFAULT_SORTS = { list: "due", grid: "created", board: "position" } as const satisfies Record<
  TaskView,
  TaskSort
>;

/** The search parameters of the page. Unknown values are dropped. */
const PARAMS = {
  tab: oneOf(["projects"]),
  view: oneOf(TASK_VIEWS),
  status: severalOf(TASK_STATUSES),
  priority: severalOf(TASK_PRIORITIES),
  project: anId,
  tag: textUpTo(200),
  due: oneOf(DUES),
  search: textUpTo(200),
  sort: oneOf(TASK_SORTS, "completed", "position"),
  trash: isTrue,
  /** The task whose dialog is open. */
  task: anId,
  create: oneOf(["task", "project"]),
};
export type TaskAddress = ReturnType<typeof parseTaskAddress>;

export const parseTaskAddress = (search: Record<string, unknown>) => readParams(PARAMS, search);

/** The filters and the sort order of the tasks. */
export type TaskFilter = {
  status: readonly TaskStatus[];
  priority: readonly TaskPriority[];
  project: string | undefined;
  tag: string | undefined;
  due: Due | undefined;
  search: string | undefined;
  sort: TaskSort;
};

const listed = <T extends string>(text: string | undefined) => (text ? text.split(",") : []) as T[];

export const filterOf = (address: TaskAddress, view: TaskView = "list"): TaskFilter => ({
  status: listed<TaskStatus>(address.status),
  priority: listed<TaskPriority>(address.priority),
  project: address.project,
  tag: address.tag,
  due: address.due,
  search: address.search,
  sort: address.sort ?? DEFAULT_SORTS[view],
});

/** The number of active filters, without the search text. */
export const filtersSet = ({ status, priority, project, tag, due }: TaskFilter): number =>
  [status.length, priority.length, project, tag, due].filter(Boolean).length;

/** Adds the value to a filter of several, or takes it out. */
export function toggled(text: string | undefined, value: string): string | undefined {
  const values = listed(text);
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
  return next.length > 0 ? next.join(",") : undefined;
}

/** The address without any filter and search text. */
export const unfiltered = {
  status: undefined,
  priority: undefined,
  project: undefined,
  tag: undefined,
  due: undefined,
  search: undefined,
} as const satisfies Partial<TaskAddress>;
