import { useEffect, useSyncExternalStore } from "react";

let ticked: readonly string[] = [];
const listeners = new Set<() => void>();

/** The selected emails, in order of selection. */
export const selection = {
  now: () => ticked,
  toggle: (id: string) => set(ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]),
  replace: (ids: readonly string[]) => set(ids),
  clear: () => set([]),
  /** Emails that are no longer listed cannot stay selected. */
  retainOnly: (ids: readonly string[]) => {
    const known = new Set(ids);
    if (ticked.some((id) => !known.has(id))) set(ticked.filter((id) => known.has(id)));
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSelection = () => useSyncExternalStore(subscribe, selection.now);
export const useIsTicked = (id: string) => useSyncExternalStore(subscribe, () => ticked.includes(id));

/** Selection belongs to one list: emails that leave it are deselected, and all with the list itself. */
export function useSelectionWithin(ids: readonly string[]): void {
  useEffect(() => selection.retainOnly(ids), [ids]);
  useEffect(() => selection.clear, []);
}

function set(ids: readonly string[]): void {
  ticked = ids;
  for (const listener of listeners) listener();
}
