import { useSyncExternalStore } from "react";
import type { ProjectOnWire, TaskOnWire } from "../../model.ts";
import type { ProjectDraft } from "../projects/project-form.ts";
import type { TaskDraft } from "./task-form.ts";

/** One dialog to be shown. Each opening has its own idempotency key: however often it is sent, it happens once. */
export type Editor = { idempotencyKey: string } & (
  | { kind: "new task"; draft?: Partial<TaskDraft> }
  | { kind: "task"; id: string; draft?: TaskDraft; base?: TaskOnWire; theirs?: TaskOnWire }
  | { kind: "new project"; draft?: ProjectDraft }
  | { kind: "project"; id: string; draft?: ProjectDraft; base?: ProjectOnWire; theirs?: ProjectOnWire }
);

type Opening = Editor extends infer E ? (E extends Editor ? Omit<E, "idempotencyKey"> : never) : never;

let waiting: readonly Editor[] = [];
const listeners = new Set<() => void>();

/** Opens a dialog, behind the one that is open where there is one: nobody is interrupted. */
export function openEditor(opening: Opening, idempotencyKey: string = crypto.randomUUID()): void {
  set([...waiting, { ...opening, idempotencyKey }]);
}

export const openTask = (id: string): void => openEditor({ kind: "task", id });

export function closeEditor(): void {
  set(waiting.slice(1));
}

/** The page is left: nothing waits any more. */
export const closeAllEditors = (): void => set([]);

/** The dialog that is open now. */
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
