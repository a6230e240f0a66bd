import { z } from "zod";
import { TaskPriority, TaskSort, TaskStatus } from "../../model.ts";

/** The values of the due filter. */
export const Due = z.enum(["overdue", "today", "week", "none"]);
export type Due = z.infer<typeof Due>;

export const TaskView = z.enum(["grid", "list", "board"]);
export type TaskView = z.infer<typeof TaskView>;

/** Several values of one filter stand in the address as `status=todo,review`. */
const listOf = <T extends string>(values: z.ZodType<T>) =>
  z
    .string()
    .transform((text) => text.split(",").flatMap((part) => values.safeParse(part).data ?? []))
    .transform((parts) => (parts.length > 0 ? [...new Set(parts)].join(",") : undefined));

/** A text of digits arrives as a number. */
const Text = z.coerce
  .string()
  .max(200)
  .transform((text) => text.trim() || undefined);

/** The search parameters of the page. Unknown values and defaults are dropped. */
const TaskAddress = z.object({
  tab: z.literal("projects").optional().catch(undefined),
  view: TaskView.optional().catch(undefined),
  status: listOf(TaskStatus).optional().catch(undefined),
  priority: listOf(TaskPriority).optional().catch(undefined),
  project: z.uuid().optional().catch(undefined),
  tag: Text.optional().catch(undefined),
  due: Due.optional().catch(undefined),
  search: Text.optional().catch(undefined),
  sort: TaskSort.exclude(["created", "position"]).optional().catch(undefined),
  trash: z.literal(true).optional().catch(undefined),
  /** The task whose dialog is open. */
  task: z.uuid().optional().catch(undefined),
  create: z.enum(["task", "project"]).optional().catch(undefined),
});
export type TaskAddress = z.infer<typeof TaskAddress>;

export function parseTaskAddress(search: Record<string, unknown>): TaskAddress {
  const parsed = Object.entries(TaskAddress.parse(search));
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined));
}

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

export const filterOf = (address: TaskAddress): TaskFilter => ({
  status: listed<TaskStatus>(address.status),
  priority: listed<TaskPriority>(address.priority),
  project: address.project,
  tag: address.tag,
  due: address.due,
  search: address.search,
  sort: address.sort ?? "created",
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
