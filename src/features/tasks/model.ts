import { z } from "zod";
import { t } from "#i18n/message.ts";
import { Provenance } from "#platform/capability/provenance.ts";
import { Id, Instant } from "#platform/capability/wire.ts";
import { changeShape, createShape, recordShape } from "#platform/fields/field-shapes.ts";
import { startOfDay } from "#platform/time/wall-clock.ts";
import { projectFields, TASK_PRIORITIES, TASK_STATUSES, taskFields } from "./fields.ts";

export const TaskStatus = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof TaskStatus>;
export const TaskPriority = z.enum(TASK_PRIORITIES);
export type TaskPriority = z.infer<typeof TaskPriority>;
export const PRIORITY_WEIGHTS: Record<TaskPriority, number> = { urgent: 3, high: 2, medium: 1, low: 0 };
export const MAX_PRIORITY_WEIGHT = 3;

/** Maximum number of ids per call. */
export const MAX_BULK = 200;
export const TRASH_DAYS = 30;

/** Maximum number of tasks that one task waits for. */
export const MAX_BLOCKERS = 20;
const blockerIds = z.array(Id).max(MAX_BLOCKERS, t`A task can wait for at most ${MAX_BLOCKERS} others`);

/** Orders tasks within a column of the board; see board-position.ts. */
export const BoardPosition = z.string().regex(/^[0-9a-z]{0,999}[1-9a-z]$/, t`Not a position on the board`);

/** How many tasks there are and how many of them are completed. */
export const TaskCount = z.object({ total: z.int(), completed: z.int() });
export type TaskCount = z.infer<typeof TaskCount>;

export const Task = z.object({
  id: Id,
  userId: Id,
  ...recordShape(taskFields),
  projectName: z.string().nullable(),
  /** The origin of its text, including its project's name. */
  provenance: Provenance,
  /** The parent of a subtask. */
  parentId: Id.nullable(),
  subtasks: TaskCount,
  /** The tasks that it waits for, completed ones too, without those in the trash. */
  blockedBy: z.array(Id),
  /** Whether it is open, and a task that it waits for is open too. */
  isBlocked: z.boolean(),
  position: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
/** With Dates, as used on the server. */
export type Task = z.output<typeof Task>;
/** As JSON, with ISO 8601 text. */
export type TaskOnWire = z.input<typeof Task>;

/** One task alone: what it waits for has names. */
export const TaskDetails = Task.extend({
  blockers: z.array(z.object({ id: Id, title: z.string(), isDone: z.boolean(), provenance: Provenance })),
});
export type TaskDetails = z.output<typeof TaskDetails>;

export const NewTask = z.strictObject({
  ...createShape(taskFields),
  parentId: Id.nullable().default(null),
  /** The tasks that it waits for; those in the trash are left out. */
  blockedBy: blockerIds.optional(),
  /** The text is somebody else's, quoted unchanged. */
  isQuoted: z.boolean().optional(),
});
export type NewTask = z.output<typeof NewTask>;

/** Fields that are not given stay as they are. */
export const TaskChange = z.strictObject({
  ...changeShape(taskFields),
  position: BoardPosition.optional(),
  /** The tasks that it waits for from now on; those in the trash are left out. */
  blockedBy: blockerIds.optional(),
  /** What is added to them, and what is removed: all others stay, also those that this client does not know yet. */
  addBlockers: blockerIds.optional(),
  removeBlockers: blockerIds.optional(),
  /** Blockers that were deleted for good are left out, as an undo needs it. */
  skipsGoneBlockers: z.boolean().optional(),
  /** Only together with status completed; the time of the change where not given. */
  completedAt: Instant.nullable().optional(),
});
export type TaskChange = z.output<typeof TaskChange>;

/** What a task waits for after a change. */
export const blockersAfter = (
  ids: readonly string[],
  {
    blockedBy,
    addBlockers = [],
    removeBlockers = [],
  }: Pick<TaskChange, "blockedBy" | "addBlockers" | "removeBlockers">,
) => [...new Set([...(blockedBy ?? ids), ...addBlockers])].filter((id) => !removeBlockers.includes(id));

/** Only completed tasks have a completion time (TASK-18, DATA-05). */
export const completionOf = (status: TaskStatus, at: Date): Date | null =>
  status === "completed" ? at : null;

/** A due date counts as a day: a task due today is not overdue before midnight. */
export function isOverdue(
  task: { status: TaskStatus; dueDate: Date | string | null },
  now: Date,
  timeZone: string,
): boolean {
  if (task.dueDate === null || task.status === "completed") return false;
  return new Date(task.dueDate) < startOfDay(now, timeZone);
}

export const TASK_SORTS = ["created", "due", "priority", "title", "completed", "position"] as const;
export const TaskSort = z.enum(TASK_SORTS);
export type TaskSort = z.infer<typeof TaskSort>;

type Sortable = Pick<
  TaskOnWire,
  "id" | "title" | "status" | "priority" | "dueDate" | "position" | "completedAt" | "createdAt"
>;

/** The sort orders of tasks.list, for pages that sort themselves. */
export const TASK_ORDERS: Record<TaskSort, (a: Sortable, b: Sortable) => number> = {
  created: (a, b) => byInstant(b.createdAt, a.createdAt) || byText(b.id, a.id),
  due: (a, b) => byInstant(a.dueDate, b.dueDate) || byPriority(a, b) || byText(a.id, b.id),
  priority: (a, b) => byPriority(a, b) || TASK_ORDERS.created(a, b),
  title: (a, b) => titles.compare(a.title, b.title) || byText(a.id, b.id),
  completed: (a, b) => byCompletion(a, b) || byText(b.id, a.id),
  position: (a, b) => byText(a.status, b.status) || byText(a.position, b.position) || byText(a.id, b.id),
};

const titles = new Intl.Collator("und");
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const byPriority = (a: Sortable, b: Sortable) => PRIORITY_WEIGHTS[b.priority] - PRIORITY_WEIGHTS[a.priority];
/** The last completed first, open tasks at the end. */
const byCompletion = (a: Sortable, b: Sortable) =>
  Number(a.completedAt === null) - Number(b.completedAt === null) || byInstant(b.completedAt, a.completedAt);

/** Nulls last, as the database has them. */
function byInstant(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Date.parse(a) - Date.parse(b);
}

/** The same values as a task's (PROJ-07). */
export const ProjectStatus = z.enum(TASK_STATUSES);
export type ProjectStatus = z.infer<typeof ProjectStatus>;

export const Project = z.object({
  id: Id,
  userId: Id,
  /** Its progress is computed from its tasks if it has any, otherwise it is the typed number. */
  ...recordShape(projectFields),
  provenance: Provenance,
  /** True where the progress comes from the project's tasks. */
  computed: z.boolean(),
  /** The number typed by hand, shown again when the project has no tasks left. */
  manualProgress: z.int(),
  tasks: TaskCount,
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
export type Project = z.output<typeof Project>;
export type ProjectOnWire = z.input<typeof Project>;

export const NewProject = z.strictObject(createShape(projectFields));
export type NewProject = z.output<typeof NewProject>;

export const ProjectChange = z.strictObject(changeShape(projectFields));
export type ProjectChange = z.output<typeof ProjectChange>;

/** Rounded, but 100 only when nothing is left to do. */
export const progressOf = ({ total, completed }: TaskCount): number =>
  completed === total ? 100 : Math.min(99, Math.round((100 * completed) / total));

export const RecommendationType = z.enum([
  "priority_focus",
  "overdue_review",
  "task_breakdown",
  "progress_update",
]);

export const Recommendation = z.object({
  title: z.string(),
  description: z.string(),
  priority: TaskPriority,
  type: RecommendationType,
  /** The tasks it refers to, most urgent first; empty if it refers to all. */
  taskIds: z.array(Id),
});
export type Recommendation = z.infer<typeof Recommendation>;

export const Recommendations = z.object({
  /** The origin of the recommendations: the product's rules or a language model. */
  source: z.enum(["built-in", "model"]),
  recommendations: z.array(Recommendation),
});
