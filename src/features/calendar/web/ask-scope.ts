import { useSyncExternalStore } from "react";
import type { EventOnWire, Scope } from "../model.ts";

export type ScopeQuestion = {
  act: "change" | "delete";
  event: EventOnWire;
  /** One occurrence alone can be meant as well. */
  mayBeOne: boolean;
  /** Null: nothing is to be done. */
  answer(scope: Scope | null): void;
};

let question: ScopeQuestion | undefined;
const listeners = new Set<() => void>();

/** An occurrence that its rule makes; one that was changed by itself stands alone. */
export const isOfSeries = ({ seriesId, rrule }: EventOnWire): boolean => seriesId !== null && rrule !== null;

/** Which occurrences are meant; undefined, and no question, where the event does not repeat. Null where nothing is to be done. */
export function askScope(
  act: ScopeQuestion["act"],
  event: EventOnWire,
  mayBeOne = true,
): Promise<Scope | null | undefined> {
  if (!isOfSeries(event)) return Promise.resolve(undefined);
  question?.answer(null);
  return new Promise((resolve) => {
    const answer = (scope: Scope | null) => {
      set(undefined);
      resolve(scope);
    };
    set({ act, event, mayBeOne, answer });
  });
}

export const useScopeQuestion = (): ScopeQuestion | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );

function set(next: ScopeQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}
