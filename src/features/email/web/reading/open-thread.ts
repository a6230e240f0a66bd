import { useSyncExternalStore } from "react";

let openId: string | undefined;
const listeners = new Set<() => void>();

/**
 * The email whose conversation the split view shows. Not React state: a key press must re-render one row, not the page.
 */
export const openThread = {
  now: () => openId,
  show: (id: string | undefined) => {
    if (id === openId) return;
    openId = id;
    for (const listener of listeners) listener();
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOpenThread = () => useSyncExternalStore(subscribe, openThread.now);
