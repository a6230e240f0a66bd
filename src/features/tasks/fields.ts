import {
  type AnyFields,
  choice,
  day,
  longText,
  moment,
  reference,
  requiredText,
  textList,
  wholeNumber,
} from "#platform/fields/field-kinds.ts";

export const TASK_STATUSES = ["todo", "in_progress", "completed", "review"] as const;
type Status = (typeof TASK_STATUSES)[number];
export const DEFAULT_STATUS: Status = "todo";
/** In the order of the work. */
export const STATUS_LABELS: Record<Status, string> = {
  todo: "To Do",
  in_progress: "In Progress",
  review: "Review",
  completed: "Completed",
};

export const TASK_PRIORITIES = ["low", "medium", "high", "urgent"] as const;
type Priority = (typeof TASK_PRIORITIES)[number];
export const DEFAULT_PRIORITY: Priority = "medium";
export const PRIORITY_LABELS: Record<Priority, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  urgent: "Urgent",
};

export const MAX_TAGS = 50;
export const MAX_TAG_LENGTH = 60;

/** What is typed into the progress field: whole, 0 to 100, and 0 where it is not a number (PROJ-09, PROJ-10). */
export function parseProgress(typed: unknown): number {
  const value = typeof typed === "number" ? typed : Number.parseFloat(String(typed));
  return Number.isNaN(value) ? 0 : Math.min(100, Math.max(0, Math.round(value)));
}

const description = longText({ label: "Description", max: 20_000, form: "line", search: "C" });
/** A project has the same values as a task (PROJ-07). */
const status = choice({
  label: "Status",
  values: TASK_STATUSES,
  labels: STATUS_LABELS,
  initial: DEFAULT_STATUS,
  form: "half",
  search: "none",
});
const tags = textList({
  label: "Tags",
  formLabel: "Tags (separated by commas)",
  placeholder: "board, finance",
  none: "No tags",
  maxItemLength: MAX_TAG_LENGTH,
  maxItems: MAX_TAGS,
  takesNull: true,
  form: "line",
  search: "B",
});

/** The fields of a task. Each is defined here and in its migration; everything else is derived (decision 0066). */
export const taskFields = {
  title: requiredText({
    label: "Title",
    placeholder: "What is to be done?",
    max: 500,
    missing: "Give the task a title",
    form: "line",
    search: "A",
  }),
  description,
  status,
  priority: choice({
    label: "Priority",
    values: TASK_PRIORITIES,
    labels: PRIORITY_LABELS,
    initial: DEFAULT_PRIORITY,
    form: "half",
    search: "none",
  }),
  /** Null too while the project lies in the trash. */
  projectId: reference({ label: "Project", none: "No project", form: "line", search: "none" }),
  dueDate: moment({ label: "Due date", none: "No due date", form: "line", search: "none" }),
  tags,
  completedAt: moment({
    label: "Completed",
    none: "Not completed",
    form: "none",
    search: "none",
    isReadOnly: true,
  }),
} as const satisfies AnyFields;

/** The fields of a project. */
export const projectFields = {
  name: requiredText({
    label: "Name",
    max: 200,
    missing: "Give the project a name",
    form: "line",
    search: "A",
  }),
  description,
  status,
  progressPercentage: wholeNumber({
    label: "Progress (%)",
    min: 0,
    max: 100,
    initial: 0,
    parse: parseProgress,
    form: "half",
    search: "none",
  }),
  startDate: day({ label: "Start date", none: "No start date", form: "half", search: "none" }),
  endDate: day({ label: "End date", none: "No end date", form: "half", search: "none" }),
} as const satisfies AnyFields;
