import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { toast } from "#ui/overlays/toast.ts";
import { blockersAfter, completionOf, type TaskOnWire, type TaskStatus } from "../model.ts";
import { tasks } from "./api.ts";
import type { TaskValues } from "./editor/task-form.ts";
import { projectRecords, taskRecords } from "./records.ts";

export type BlockersChange = { addBlockers?: string[]; removeBlockers?: string[] };
type TaskChange = Partial<TaskValues> & { position?: string } & BlockersChange;

export const taskWrites = new RecordWrites<TaskOnWire, TaskChange>({
  records: taskRecords,
  verbs: tasks,
  report: toast,
  failures: {
    create: t`Failed to create task`,
    update: t`Failed to update task`,
    delete: t`Failed to delete task`,
    restore: t`Failed to restore task`,
  },
  messages: {
    created: t`Task created successfully`,
    updated: t`Task updated successfully`,
    deleted: t`Task deleted successfully`,
  },
  apply: withChange,
});

/** Shows the new task at once. Rejects, after the specified toast, where the server refuses. */
export async function createTask(
  fields: TaskValues,
  options: { idempotencyKey: string; parentId?: string | undefined; blockedBy?: string[] | undefined },
): Promise<void> {
  const { idempotencyKey, parentId = null, blockedBy = [] } = options;
  // A subtask appears where it was typed: no toast needed.
  const isSilent = parentId !== null;
  const send = () => tasks.create.call({ ...fields, parentId, blockedBy }, { idempotencyKey });
  await taskWrites.create(draftTask(fields, parentId), send, isSilent);
}

export const setStatus = (task: TaskOnWire, status: TaskStatus): void =>
  void taskWrites.change(task, { status });

export const toggleCompleted = (task: TaskOnWire): void =>
  setStatus(task, task.status === "completed" ? "todo" : "completed");

/** The task as it will be once the change is saved. */
export function withChange(
  task: TaskOnWire,
  { addBlockers, removeBlockers, ...change }: TaskChange,
): TaskOnWire {
  const status = change.status ?? task.status;
  const isDoneNow = status === "completed" && task.status !== "completed";
  const completedAt = isDoneNow ? new Date() : completionOf(status, new Date(task.completedAt ?? Date.now()));
  return {
    ...task,
    ...change,
    blockedBy: blockersAfter(task.blockedBy, { addBlockers, removeBlockers }),
    completedAt: completedAt?.toISOString() ?? null,
    projectName: change.projectId === undefined ? task.projectName : nameOfProject(change.projectId),
  };
}

const nameOfProject = (id: string | null) => (id ? (projectRecords.get(id)?.name ?? null) : null);

/** What the task will look like until the server has answered: on top of its column and of the newest. */
function draftTask(fields: TaskValues, parentId: string | null): TaskOnWire {
  const now = new Date();
  return {
    ...fields,
    id: crypto.randomUUID(),
    userId: "",
    provenance: "person",
    parentId,
    projectName: nameOfProject(fields.projectId),
    subtasks: { total: 0, completed: 0 },
    blockedBy: [],
    isBlocked: false,
    position: "",
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    completedAt: completionOf(fields.status, now)?.toISOString() ?? null,
    deletedAt: null,
    version: 0,
  };
}
