import { useSyncExternalStore } from "react";
import type { Times } from "../events/occurrence.ts";

/** An event that a plan proposes: it is not in the calendar yet. */
export type Ghost = Times & { id: string; title: string };

/** What a plan would change in the grid; `leaving`: ids of events that would move or be removed. */
export type Ghosts = { proposed: readonly Ghost[]; leaving: ReadonlySet<string> };

const NONE: Ghosts = { proposed: [], leaving: new Set() };
let shown = NONE;
const listeners = new Set<() => void>();

/** Shows them in the grid until others are shown; null shows none. */
export function showGhosts(ghosts: Ghosts | null): void {
  shown = ghosts ?? NONE;
  for (const listener of listeners) listener();
}

export const useGhosts = (): Ghosts =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
