import { useSyncExternalStore } from "react";

/** The dialog that is open; `files` are those that were dropped onto the page. */
export type OpenDialog =
  | { kind: "upload"; files: readonly File[] }
  | { kind: "edit" | "share"; id: string }
  | null;

let open: OpenDialog = null;
const listeners = new Set<() => void>();

export function showDialog(dialog: OpenDialog): void {
  open = dialog;
  for (const listener of listeners) listener();
}

export const useOpenDialog = (): OpenDialog =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
