import dayjs from "dayjs";
import { formatDateInput } from "#ui/dates.ts";
import {
  DEFAULT_PRIORITY,
  DEFAULT_STATUS,
  parseTags,
  type TaskOnWire,
  type TaskPriority,
  type TaskStatus,
} from "../../model.ts";

/** What stands in the fields of the task dialog. */
export type TaskDraft = {
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  projectId: string;
  /** yyyy-MM-dd, or empty. */
  dueDay: string;
  /** HH:mm, or empty for the whole day. */
  dueTime: string;
  tags: string;
};

export const EMPTY_DRAFT: TaskDraft = {
  title: "",
  description: "",
  status: DEFAULT_STATUS,
  priority: DEFAULT_PRIORITY,
  projectId: "",
  dueDay: "",
  dueTime: "",
  tags: "",
};

export type TaskFields = Pick<
  TaskOnWire,
  "title" | "description" | "status" | "priority" | "projectId" | "dueDate" | "tags"
>;

export const draftOf = (task: TaskFields): TaskDraft => ({
  title: task.title,
  description: task.description ?? "",
  status: task.status,
  priority: task.priority,
  projectId: task.projectId ?? "",
  dueDay: task.dueDate ? formatDateInput(task.dueDate) : "",
  dueTime: task.dueDate ? timeOf(task.dueDate) : "",
  tags: task.tags.join(", "),
});

/** Null where the title is blank: then nothing happens (TASK-22, TASK-23). */
export function fieldsOf(draft: TaskDraft): TaskFields | null {
  const title = draft.title.trim();
  if (title === "") return null;
  return {
    title,
    description: draft.description.trim() === "" ? null : draft.description,
    status: draft.status,
    priority: draft.priority,
    projectId: draft.projectId || null,
    dueDate: dueDateOf(draft),
    tags: parseTags(draft.tags),
  };
}

/** Only the fields that differ: what someone else changes in the others meanwhile is theirs. */
export function changeBetween(before: TaskFields, after: TaskFields): Partial<TaskFields> {
  const changed = FIELDS.filter((field) => !isSame(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}

/** One field that someone else changed while it was being edited here. */
export type Difference = { field: keyof TaskFields; isMineToo: boolean };

/** What changed elsewhere since `base`, and whether the person changed it as well. */
export const differences = (base: TaskFields, mine: TaskFields, theirs: TaskFields): Difference[] =>
  FIELDS.filter((field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field])).map(
    (field) => ({ field, isMineToo: !isSame(base[field], mine[field]) }),
  );

/** The draft with their value in one field. */
export function withField(draft: TaskDraft, field: keyof TaskFields, from: TaskFields): TaskDraft {
  const other = draftOf(from);
  if (field === "dueDate") return { ...draft, dueDay: other.dueDay, dueTime: other.dueTime };
  return { ...draft, [field]: other[field] };
}

const FIELDS = ["title", "description", "status", "priority", "projectId", "dueDate", "tags"] as const;

function isSame(one: TaskFields[keyof TaskFields], other: TaskFields[keyof TaskFields]): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.join("\n") === other.join("\n");
  return one === other;
}

/** The day at its time in the reader's zone; midnight stands for the whole day. */
function dueDateOf({ dueDay, dueTime }: TaskDraft): string | null {
  const due = dayjs(`${dueDay}T${dueTime || "00:00"}`);
  return dueDay && due.isValid() ? due.toISOString() : null;
}

/** HH:mm of an instant; empty at midnight. */
export function timeOf(instant: string): string {
  const time = dayjs(instant).format("HH:mm");
  return time === "00:00" ? "" : time;
}
