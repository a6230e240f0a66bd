import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";
import { completionOf, type TaskOnWire, type TaskStatus } from "../model.ts";
import { tasks } from "./api.ts";
import { type TaskValues, taskForm } from "./editor/task-form.ts";
import { projectRecords, taskRecords } from "./records.ts";

type TaskChange = Partial<TaskValues> & { position?: string };

/** Shows the new task at once. Rejects, after the specified toast, where the server refuses. */
export async function createTask(
  fields: TaskValues,
  options: { idempotencyKey: string; parentId?: string | undefined },
): Promise<void> {
  const { idempotencyKey, parentId = null } = options;
  try {
    await taskRecords.create(draftTask(fields, parentId), () =>
      tasks.create.call({ ...fields, parentId }, { idempotencyKey }),
    );
  } catch (error) {
    throw reportFailure("Failed to create task", error);
  }
  // A subtask appears where it was typed: no toast needed.
  if (parentId === null) toast.success("Task created successfully");
}

/**
 * Saves the user's changes since `base`. Rejects if the server refuses: after the specified toast, or with the
 * conflict itself if someone else changed the task, because that is a question and not a failure.
 */
export async function saveTask(base: TaskOnWire, fields: TaskValues, idempotencyKey: string): Promise<void> {
  const change = taskForm.changeBetween(base, fields);
  try {
    await taskRecords.write(
      base.id,
      (task) => withChange(task, change),
      ({ id }) => tasks.update.call({ id, version: base.version, ...change }, { idempotencyKey }),
    );
  } catch (error) {
    throw conflictingTask(error) ? error : reportFailure("Failed to update task", error);
  }
  toast.success("Task updated successfully");
}

/** Updates single fields at once, whatever others changed in the rest; Undo restores them. */
export async function changeTask(task: TaskOnWire, change: TaskChange): Promise<void> {
  const fields = Object.keys(change) as (keyof TaskChange)[];
  const before: TaskChange = Object.fromEntries(fields.map((field) => [field, task[field]]));
  try {
    await writeChange(task.id, change);
  } catch (error) {
    throw reportFailure("Failed to update task", error);
  }
  undoToast("Task updated successfully", () =>
    writeChange(task.id, before).catch((error: unknown) => reportFailure("Failed to update task", error)),
  );
}

export const setStatus = (task: TaskOnWire, status: TaskStatus): void =>
  void changeTask(task, { status }).catch(ignoreReportedFailure);

export const toggleCompleted = (task: TaskOnWire): void =>
  setStatus(task, task.status === "completed" ? "todo" : "completed");

/** To the trash, where it stays for 30 days. */
export async function deleteTask(task: TaskOnWire): Promise<void> {
  try {
    await taskRecords.write(task.id, inTrash, async (latest) => {
      await tasks.delete.call({ id: latest.id });
      return inTrash(latest);
    });
  } catch (error) {
    return void reportFailure("Failed to delete task", error);
  }
  toast.undo("Task deleted successfully", () => void restoreTask(task));
}

export async function restoreTask(task: TaskOnWire): Promise<void> {
  const id = taskRecords.confirmedId(task.id);
  try {
    await taskRecords.create({ ...task, id, deletedAt: null }, () => tasks.restore.call({ id }));
  } catch (error) {
    reportFailure("Failed to restore task", error);
  }
}

/** The task as stored on the server, from the response of a conflict. */
export function conflictingTask(error: unknown): TaskOnWire | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  return isConflict && error.details.current ? (error.details.current as TaskOnWire) : null;
}

/** For callers that need no error handling: the toast was already shown. */
export const ignoreReportedFailure = (): void => undefined;

/** Shows the toast of a failure and returns the error. */
export function reportFailure(title: string, error: unknown): unknown {
  toast.failure(title, error instanceof ApiError ? error.message : undefined);
  return error;
}

const writeChange = (id: string, change: TaskChange) =>
  taskRecords.write(
    id,
    (task) => withChange(task, change),
    (latest) => updateLatest(latest, change),
  );

/** A deliberate change of one field wins over concurrent changes: on a conflict it is retried on the newer version. */
async function updateLatest(latest: TaskOnWire, change: TaskChange): Promise<TaskOnWire> {
  const update = ({ id, version }: TaskOnWire) => tasks.update.call({ id, version, ...change });
  try {
    return await update(latest);
  } catch (error) {
    const current = conflictingTask(error);
    if (!current) throw error;
    return update(current);
  }
}

let lastUndo = 0;

/** Only the last of several quick actions offers Undo: a row of equal toasts would hide the page. */
function undoToast(title: string, undo: () => Promise<unknown>): void {
  toast.dismiss(lastUndo);
  lastUndo = toast.undo(title, () => void undo());
}

const inTrash = (task: TaskOnWire): TaskOnWire => ({ ...task, deletedAt: new Date().toISOString() });

/** The task as it will be once the change is saved. */
export function withChange(task: TaskOnWire, change: TaskChange): TaskOnWire {
  const status = change.status ?? task.status;
  const isDoneNow = status === "completed" && task.status !== "completed";
  const completedAt = isDoneNow ? new Date() : completionOf(status, new Date(task.completedAt ?? Date.now()));
  return {
    ...task,
    ...change,
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
    position: "",
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    completedAt: completionOf(fields.status, now)?.toISOString() ?? null,
    deletedAt: null,
    version: 0,
  };
}
