import { useSyncExternalStore } from "react";

let isConnected = true;
const listeners = new Set<() => void>();

/** Whether the server's announcements arrive; assumed until the contrary is seen. */
export const useConnection = () => useSyncExternalStore(subscribe, () => isConnected);

export function setConnection(isOpen: boolean): void {
  if (isOpen === isConnected) return;
  isConnected = isOpen;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
