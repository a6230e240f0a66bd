import type { TaskOnWire } from "#features/tasks/model.ts";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { describeDaysAndTimes } from "../format-events.ts";
import { createEvent, eventWrites } from "./event-actions.ts";
import { draftAt, fieldsOf } from "./event-draft.ts";
import type { Times } from "./occurrence.ts";

type Task = Pick<TaskOnWire, "id" | "title">;

/** An event begins with this line if time was blocked for a task; other programs show it as a link. */
const lineFor = ({ id }: Task) => `Task: ${window.location.origin}/tasks?task=${id}`;

/** The id of the task that the event is for; null if it is for none. */
export const taskOf = (description: string): string | null =>
  /^Task: https?:\/\/\S{1,300}\/tasks\?task=([0-9a-f-]{36})$/m.exec(description)?.[1] ?? null;

/** Makes an event for the task, with Undo. The task stays as it is. */
export async function blockTime(task: Task, times: Times, calendarId: string): Promise<void> {
  const draft = { ...draftAt(times), title: task.title, description: lineFor(task), calendarId };
  try {
    const made = await createEvent(fieldsOf(draft), crypto.randomUUID(), true);
    toast.undo(t`Time blocked for '${task.title}': ${describeDaysAndTimes(made)}`, () => {
      void eventWrites.moveToTrash(made);
    });
  } catch {
    // The failure was shown.
  }
}
