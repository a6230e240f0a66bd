import { useSyncExternalStore } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import type { EventOnWire } from "../../model.ts";
import type { Day } from "../days.ts";
import type { Times } from "../events/occurrence.ts";

type Days = { from: Day; to: Day };

/** What would be different, while the page asks 'What if'; nothing of it is written. */
export type WhatIfChange =
  | (Days & { kind: "dayOff" })
  | (Days & { kind: "trip"; place: string; travelMinutes: number | null })
  | { kind: "moveEvent"; event: EventOnWire; times: Times }
  | { kind: "dropEvent"; event: EventOnWire }
  | (Days & { kind: "withoutPerson"; email: string })
  | { kind: "newEvent"; title: string; times: Times };

/** `about`: the event for which a new time is being chosen. */
export type WhatIf = { changes: readonly WhatIfChange[]; about: EventOnWire | null };

/** The server takes no more at once. */
export const MOST_CHANGES = 10;

const NOTHING: WhatIf = { changes: [], about: null };
let state = NOTHING;
let isAsking = false;
const listeners = new Set<() => void>();

export const useWhatIf = (): WhatIf =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

export function setWhatIf(next: Partial<WhatIf> | null): void {
  state = next ? { ...state, ...next } : NOTHING;
  for (const listener of listeners) listener();
}

/** While it is on, moving and deleting an event in the grid are changes of the question. */
export function setAsking(next: boolean): void {
  isAsking = next;
}

/** One event has one change: the newest. */
export function addChange(change: WhatIfChange): void {
  const others = state.changes.filter((each) => !isOfEvent(each, eventOf(change)?.id));
  if (others.length >= MOST_CHANGES) return void toast.failure(t`At most ${MOST_CHANGES} changes at once`);
  setWhatIf({ changes: [...others, change], about: null });
}

/** False outside of the question: then the event is moved. */
export function supposeMoved(event: EventOnWire, times: Times): boolean {
  if (!isAsking) return false;
  const isBack = times.startTime === event.startTime && times.endTime === event.endTime;
  if (isBack) setWhatIf({ changes: state.changes.filter((each) => !isOfEvent(each, event.id)) });
  else addChange({ kind: "moveEvent", event, times });
  return true;
}

/** False outside of the question: then the event is deleted. */
export function supposeDropped(event: EventOnWire): boolean {
  if (isAsking) addChange({ kind: "dropEvent", event });
  return isAsking;
}

/** Where the event would be, so that a key moves it on from there. */
export function supposedTimes(event: EventOnWire): EventOnWire {
  const moved =
    isAsking && state.changes.find((each) => each.kind === "moveEvent" && isOfEvent(each, event.id));
  return moved && moved.kind === "moveEvent" ? { ...event, ...moved.times } : event;
}

const eventOf = (change: WhatIfChange): EventOnWire | undefined =>
  "event" in change ? change.event : undefined;

const isOfEvent = (change: WhatIfChange, id: string | undefined): boolean =>
  id !== undefined && eventOf(change)?.id === id;
