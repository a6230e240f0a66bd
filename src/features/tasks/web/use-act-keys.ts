import { useEffect, useEffectEvent } from "react";
import { useShortcut } from "#ui/shortcuts.ts";
import type { TaskOnWire } from "../model.ts";
import { deleteTask, toggleCompleted } from "./act-on-tasks.ts";
import { openTask } from "./open-editor.ts";
import { taskRecords } from "./records.ts";

/**
 * What keys do to the task that has the focus: x completes, e edits, Backspace deletes, Enter opens. `nextOf` says
 * where the focus goes when the task is deleted.
 */
export function useActKeys(nextOf: (id: string) => string | undefined): void {
  const onFocused = (act: (task: TaskOnWire) => void) => () => {
    const task = taskRecords.get(taskAround(document.activeElement) ?? "");
    if (task) act(task);
  };
  const remove = onFocused((task) => {
    const next = nextOf(task.id);
    void deleteTask(task);
    if (next) focusTask(next);
  });
  useShortcut("x", "Complete or reopen the task", "Tasks", onFocused(toggleCompleted));
  useShortcut(
    "e",
    "Edit the task",
    "Tasks",
    onFocused(({ id }) => openTask(id)),
  );
  useShortcut("Delete", "Delete the task", "Tasks", remove);
  useShortcut("Backspace", "Delete the task", "Tasks", remove);
  useEnter();
}

/** Not a shortcut of the page: Enter belongs to whatever button has the focus. */
function useEnter(): void {
  const open = useEffectEvent((event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.task : undefined;
    if (event.key !== "Enter" || event.defaultPrevented || id === undefined) return;
    event.preventDefault();
    openTask(id);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => open(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** At once where the task's element is there already: the next key must meet it, however fast it follows. */
export function goToTask(id: string): void {
  const element = document.getElementById(`task-${id}`);
  if (element) element.focus({ preventScroll: true });
  else focusTask(id);
}

/** The task's element takes the focus as soon as it is there: scrolling may have to bring it first. */
export function focusTask(id: string, tries = 4): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(`task-${id}`);
    if (element) element.focus({ preventScroll: true });
    else if (tries > 0) focusTask(id, tries - 1);
  });
}

/** The task whose card or row the element stands in. */
export const taskAround = (target: EventTarget | null): string | undefined =>
  target instanceof HTMLElement ? target.closest<HTMLElement>("[data-task]")?.dataset.task : undefined;
