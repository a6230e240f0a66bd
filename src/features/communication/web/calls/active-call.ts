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
  wish: CallRequest | undefined;
  /** The check of camera and microphone before a call. */
  isChecking: boolean;
  isSmall: boolean;
};

const EMPTY: ActiveCall = {
  session: undefined,
  media: undefined,
  wish: undefined,
  isChecking: false,
  isSmall: false,
};
let desk = EMPTY;
const listeners = new Set<() => void>();

export const useActiveCall = () => useSyncExternalStore(subscribe, () => desk);

/** Starts the call, or first opens the check of camera and microphone. */
export function handleCallRequest(me: string, wish: CallRequest): void {
  clearCallRequest();
  const { session } = desk;
  if (session && session.view().phase !== "over") {
    set({ isSmall: false });
    return;
  }
  desk.media?.close();
  const media = new LocalMedia();
  if (wish.checksFirst) {
    void media.open(wish.kind === "video");
    set({ session: undefined, media, wish, isChecking: true, isSmall: false });
  } else startCall(me, wish, media);
}

/** Starts the call with the devices as they were set in the check. */
export function startCheckedCall(me: string): void {
  const { wish, media } = desk;
  if (wish && media) startCall(me, wish, media, true);
}

export function acceptCall(me: string, call: CallOnWire, withCamera: boolean): void {
  const { id, conversationId, name, kind } = call;
  const media = new LocalMedia();
  void media.open(withCamera);
  const session = new CallSession(me, media, (seat) => calls.join.call({ id, seat }));
  setCurrentCall(id);
  set({ session, media, wish: { conversationId, name, kind }, isChecking: false, isSmall: false });
}

export const minimise = (isSmall: boolean) => set({ isSmall });

/** Leaves the call and closes the overlay; the next call starts with default device states. */
export function closeActiveCall(): void {
  desk.session?.leave();
  desk.media?.close();
  setCurrentCall(undefined);
  set(EMPTY);
}

function startCall(me: string, wish: CallRequest, media: LocalMedia, isOpen = false): void {
  const { conversationId, kind } = wish;
  if (!isOpen) void media.open(kind === "video");
  const session = new CallSession(me, media, async (seat) => {
    const call = await calls.start.call({ conversationId, kind, seat });
    setCurrentCall(call.id);
    return call;
  });
  set({ session, media, wish, isChecking: false, isSmall: false });
}

function set(change: Partial<ActiveCall>): void {
  desk = { ...desk, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
