import { t } from "#i18n/message.ts";
import { positionBetween, positionOnTop } from "../../board-position.ts";
import { STATUS_LABELS } from "../../fields.ts";
import type { TaskOnWire, TaskStatus } from "../../model.ts";
import { tasks } from "../api.ts";
import { announceToScreenReader } from "../live-region.tsx";
import { taskRecords } from "../records.ts";
import { taskWrites, withChange } from "../task-mutations.ts";

/** A place on the board: below `afterId`, or on top. `ids` are the tasks of that column as they stand. */
export type BoardPlace = { status: TaskStatus; afterId: string | null; ids: readonly string[] };

/** Moves the task at once, tells screen readers, and offers Undo if the column changed. */
export async function moveTask(task: TaskOnWire, { status, afterId, ids }: BoardPlace): Promise<void> {
  const others = ids.filter((id) => id !== task.id);
  const index = afterId === null ? 0 : others.indexOf(afterId) + 1;
  const position = positionAt(others, index);
  announceToScreenReader(
    t`Moved '${task.title}' to ${STATUS_LABELS[status]}, position ${index + 1} of ${others.length + 1}`,
  );
  const isMoved = await taskWrites.attempt(t`Failed to update task`, () =>
    taskRecords.write(
      task.id,
      (latest) => ({ ...withChange(latest, { status }), position }),
      ({ id }) => tasks.move.call({ id, status, afterId: afterId && taskRecords.confirmedId(afterId) }),
    ),
  );
  if (!isMoved) return announceToScreenReader(t`'${task.title}' is back in ${STATUS_LABELS[task.status]}`);
  if (status !== task.status)
    taskWrites.offerUndo(
      t`Task updated successfully`,
      () => void taskWrites.change(task, { status: task.status, position: task.position }),
    );
}

function positionAt(others: readonly string[], index: number): string {
  const above = index === 0 ? null : (taskRecords.get(others[index - 1] ?? "")?.position ?? null);
  const below = taskRecords.get(others[index] ?? "")?.position || null;
  if (above === null) return positionOnTop(new Date());
  return positionBetween(above, below !== null && below > above ? below : null);
}
