import { useSyncExternalStore } from "react";
import { liveStore } from "#platform/client/live-records.ts";
import type { CallKind, CallOnWire } from "../../call-model.ts";
import { calls } from "../api.ts";

/** A request to call, or to join the running call; `checksFirst` opens the device check before. */
export type CallRequest = { conversationId: string; name: string; kind: CallKind; checksFirst?: true };

type CallsState = {
  /** Ringing and running calls in the user's conversations. */
  running: readonly CallOnWire[];
  request: CallRequest | undefined;
  /** The call that this page is in. */
  hereId: string | undefined;
};

let state: CallsState = { running: [], request: undefined, hereId: undefined };
const listeners = new Set<() => void>();

/** All call state that a page needs before it loads the code of calls. */
export const useIncomingCalls = () => useSyncExternalStore(subscribe, () => state);

export const requestCall = (request: CallRequest) => set({ request });
export const clearCallRequest = () => set({ request: undefined });
export const setCurrentCall = (hereId: string | undefined) => set({ hereId });

let refreshing: Promise<void> | undefined;
let isStale = false;

/** Loads the running calls; one request at a time, and another one if something changed meanwhile. */
export function refreshCalls(): Promise<void> {
  isStale = true;
  refreshing ??= loadRunningCalls().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function loadRunningCalls(): Promise<void> {
  while (isStale) {
    isStale = false;
    // The old list stays; the next announcement or resync requests it again.
    const answer = await calls.current.read({}).catch(() => null);
    if (answer) set({ running: answer.calls });
  }
}

liveStore("calls", {
  invalidate: refreshCalls,
  clear: () => set({ running: [], request: undefined }),
});

function set(change: Partial<CallsState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
