import { t } from "#i18n/message.ts";
import { awaitedId, focusOn } from "#ui/keyboard/focus-on.ts";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { useWindowEvent } from "#ui/keyboard/use-window-event.ts";
import type { TaskOnWire } from "../../model.ts";
import { openTask } from "../editor/open-editor.ts";
import { taskRecords } from "../records.ts";
import { taskWrites, toggleCompleted } from "../task-mutations.ts";

/**
 * Keys for the focused task: x completes, e edits, Backspace deletes, Enter opens. `nextOf` returns the task to focus
 * after a deletion.
 */
export function useTaskActionKeys(nextOf: (id: string) => string | undefined): void {
  const onFocused = (act: (task: TaskOnWire) => void) => () => {
    const task = taskRecords.get(awaitedId("task-") ?? taskAround(document.activeElement) ?? "");
    if (task) act(task);
  };
  const remove = onFocused((task) => {
    const next = nextOf(task.id);
    void taskWrites.delete(task);
    if (next) focusTask(next);
  });
  useShortcut("x", t`Complete or reopen the task`, t`Tasks`, onFocused(toggleCompleted));
  useShortcut(
    "e",
    t`Edit the task`,
    t`Tasks`,
    onFocused(({ id }) => openTask(id)),
  );
  useShortcut("Delete", t`Delete the task`, t`Tasks`, remove);
  useShortcut("Backspace", t`Delete the task`, t`Tasks`, remove);
  useEnter();
}

/** Not a shortcut of the page: Enter belongs to whatever button has the focus. */
function useEnter(): void {
  useWindowEvent("keydown", (event) => {
    const id =
      event.target instanceof HTMLElement ? (awaitedId("task-") ?? event.target.dataset.task) : undefined;
    if (event.key !== "Enter" || event.defaultPrevented || id === undefined) return;
    event.preventDefault();
    openTask(id);
  });
}

/** Focused in time for the next key, however fast it follows. */
export const focusTask = (id: string) => focusOn(`task-${id}`);

/** The task whose card or row contains the element. */
export const taskAround = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLElement ? target.closest<HTMLElement>("[data-task]")?.dataset.task : undefined;
