import { useSyncExternalStore } from "react";
import { liveStore } from "#platform/client/live-records.ts";
import type { CallKind, CallOnWire } from "../../call-model.ts";
import { calls } from "../api.ts";

/** Somebody wants to call, or to join the call under way there; `checksFirst` tries camera and microphone before. */
export type CallRequest = { conversationId: string; name: string; kind: CallKind; checksFirst?: true };

type CallsState = {
  /** Calls of the person's conversations that ring or are under way. */
  running: readonly CallOnWire[];
  wish: CallRequest | undefined;
  /** The call that this page is in. */
  hereId: string | undefined;
};

let door: CallsState = { running: [], wish: undefined, hereId: undefined };
const listeners = new Set<() => void>();

/** All that a page knows of calls before it needs the code of one. */
export const useIncomingCalls = () => useSyncExternalStore(subscribe, () => door);

export const requestCall = (wish: CallRequest) => set({ wish });
export const clearCallRequest = () => set({ wish: undefined });
export const setCurrentCall = (hereId: string | undefined) => set({ hereId });

let asking: Promise<void> | undefined;
let isStale = false;

/** Asks what rings; one question at a time, and one more where something changed meanwhile. */
export function refreshCalls(): Promise<void> {
  isStale = true;
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<void> {
  while (isStale) {
    isStale = false;
    // What was shown stays; the next announcement or resync asks again.
    const answer = await calls.current.call({}).catch(() => null);
    if (answer) set({ running: answer.calls });
  }
}

liveStore("calls", {
  invalidate: refreshCalls,
  forget: () => set({ running: [], wish: undefined }),
});

function set(change: Partial<CallsState>): void {
  door = { ...door, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
