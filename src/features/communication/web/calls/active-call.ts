import { useSyncExternalStore } from "react";
import type { CallOnWire } from "../../call-model.ts";
import { calls } from "../api.ts";
import { LocalMedia } from "./call-media.ts";
import { CallSession } from "./call-session.ts";
import { type CallRequest, clearCallRequest, setCurrentCall } from "./incoming-calls.ts";

/** The one call of this page, and its view state. */
export type ActiveCall = {
  session: CallSession | undefined;
  media: LocalMedia | undefined;
  request: CallRequest | undefined;
  /** The check of camera and microphone before a call. */
  isChecking: boolean;
  isSmall: boolean;
};

const EMPTY: ActiveCall = {
  session: undefined,
  media: undefined,
  request: undefined,
  isChecking: false,
  isSmall: false,
};
let state = EMPTY;
const listeners = new Set<() => void>();

export const useActiveCall = () => useSyncExternalStore(subscribe, () => state);

/** Starts the call, or first opens the check of camera and microphone. */
export function handleCallRequest(me: string, request: CallRequest): void {
  clearCallRequest();
  const { session } = state;
  if (session && session.view().phase !== "over") {
    set({ isSmall: false });
    return;
  }
  state.media?.close();
  const media = new LocalMedia();
  if (request.checksFirst) {
    void media.open(request.kind === "video");
    set({ session: undefined, media, request, isChecking: true, isSmall: false });
  } else startCall(me, request, media);
}

/** Starts the call with the devices as they were set in the check. */
export function startCheckedCall(me: string): void {
  const { request, media } = state;
  if (request && media) startCall(me, request, media, true);
}

export function acceptCall(me: string, call: CallOnWire, withCamera: boolean): void {
  const { id, conversationId, name, kind } = call;
  const media = new LocalMedia();
  void media.open(withCamera);
  const session = new CallSession(me, media, (peerId) => calls.join.call({ id, peerId }));
  setCurrentCall(id);
  set({ session, media, request: { conversationId, name, kind }, isChecking: false, isSmall: false });
}

export const minimise = (isSmall: boolean) => set({ isSmall });

/** Leaves the call and closes the overlay; the next call starts with default device states. */
export function closeActiveCall(): void {
  state.session?.leave();
  state.media?.close();
  setCurrentCall(undefined);
  set(EMPTY);
}

function startCall(me: string, request: CallRequest, media: LocalMedia, isOpen = false): void {
  const { conversationId, kind } = request;
  if (!isOpen) void media.open(kind === "video");
  const session = new CallSession(me, media, async (peerId) => {
    const call = await calls.start.call({ conversationId, kind, peerId });
    setCurrentCall(call.id);
    return call;
  });
  set({ session, media, request, isChecking: false, isSmall: false });
}

function set(change: Partial<ActiveCall>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
