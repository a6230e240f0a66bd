import { useSyncExternalStore } from "react";
import type { ProjectOnWire, TaskOnWire } from "../../model.ts";
import type { ProjectDraft } from "../projects/project-form.ts";
import type { TaskDraft } from "./task-form.ts";

/** What the person chose as 'Blocked by', and what the server refused of it. */
type ChosenBlockers = { blockedBy?: string[] | undefined; refused?: string | undefined };

/** A dialog to show. Each opening has its own idempotency key, so that a retry changes nothing. */
export type Editor = { idempotencyKey: string } & (
  | ({ kind: "new task"; draft?: Partial<TaskDraft> } & ChosenBlockers)
  | ({
      kind: "task";
      id: string;
      draft?: TaskDraft;
      base?: TaskOnWire;
      current?: TaskOnWire;
    } & ChosenBlockers)
  | { kind: "new project"; draft?: ProjectDraft }
  | { kind: "project"; id: string; draft?: ProjectDraft; base?: ProjectOnWire; current?: ProjectOnWire }
);

type Opening = Editor extends infer E ? (E extends Editor ? Omit<E, "idempotencyKey"> : never) : never;

let waiting: readonly Editor[] = [];
const listeners = new Set<() => void>();

/** Opens a dialog, or queues it behind the open one. */
export function openEditor(opening: Opening, idempotencyKey: string = crypto.randomUUID()): void {
  set([...waiting, { ...opening, idempotencyKey }]);
}

export const openTask = (id: string): void => openEditor({ kind: "task", id });

export function closeEditor(): void {
  set(waiting.slice(1));
}

/** For leaving the page: drops queued dialogs too. */
export const closeAllEditors = (): void => set([]);

/** The open dialog. */
export const useEditor = (): Editor | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting[0],
  );

function set(editors: readonly Editor[]): void {
  waiting = editors;
  for (const listener of listeners) listener();
}
