import { useSyncExternalStore } from "react";
import type { EventOnWire } from "../../model.ts";
import type { EventDraft } from "./event-draft.ts";
import type { Times } from "./occurrence.ts";

/** A dialog to show. Each opening has its own idempotency key, so that a retry changes nothing. */
export type Editor = { idempotencyKey: string } & (
  | { kind: "new event"; times: Times; draft?: EventDraft; findsTime?: boolean }
  | { kind: "event"; id: string; draft?: EventDraft; base?: EventOnWire; current?: EventOnWire }
);

type Opening = Editor extends infer E ? (E extends Editor ? Omit<E, "idempotencyKey"> : never) : never;

let waiting: readonly Editor[] = [];
const listeners = new Set<() => void>();

/** Opens a dialog, or queues it behind the open one. */
export function openEditor(opening: Opening, idempotencyKey: string = crypto.randomUUID()): void {
  set([...waiting, { ...opening, idempotencyKey }]);
}

export const openEvent = (id: string): void => openEditor({ kind: "event", id });
export const openNewEvent = (times: Times): void => openEditor({ kind: "new event", times });
/** A new event with the search for a time open. */
export const findTimeForEvent = (times: Times): void =>
  openEditor({ kind: "new event", times, findsTime: true });

export function closeEditor(): void {
  closedAt = performance.now();
  set(waiting.slice(1));
}

let closedAt = Number.NEGATIVE_INFINITY;
/** Milliseconds in which a second click was meant for the dialog that the first click closed. */
const DOUBLE_CLICK = 400;

/** Ignores presses on the page right after a dialog closed; uses the time of the press, not of its handling. */
export const hasJustClosed = ({ timeStamp }: Pick<Event, "timeStamp">): boolean =>
  timeStamp - closedAt < DOUBLE_CLICK;

/** For leaving the page: drops queued dialogs too. */
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
