import { useSyncExternalStore } from "react";
import type { EventOnWire, Scope } from "../../model.ts";

export type ScopeQuestion = {
  act: "change" | "delete";
  event: EventOnWire;
  /** One occurrence alone can be meant as well. */
  mayBeOne: boolean;
  /** People were invited, and can be told that it is off. */
  mayTell: boolean;
  /** Null: nothing is to be done. */
  answer(meant: Deletion | null): void;
};
/** Which occurrences, undefined where the event does not repeat; and whether those who were invited are told. */
export type Deletion = { scope: Scope | undefined; tells: boolean };

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
  return ask({ act, event, mayBeOne, mayTell: false }).then((meant) => (meant === null ? null : meant.scope));
}

/** The same, and whether the attendees are told, where they were invited. */
export function askDeletion(event: EventOnWire): Promise<Deletion | null> {
  const mayTell = event.invitation !== "none";
  if (!isOfSeries(event) && !mayTell) return Promise.resolve({ scope: undefined, tells: false });
  return ask({ act: "delete", event, mayBeOne: true, mayTell });
}

function ask(asked: Omit<ScopeQuestion, "answer">): Promise<Deletion | null> {
  question?.answer(null);
  return new Promise((resolve) => {
    const answer = (meant: Deletion | null) => {
      set(undefined);
      resolve(meant);
    };
    set({ ...asked, answer });
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
