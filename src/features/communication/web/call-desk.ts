import { useSyncExternalStore } from "react";
import type { CallOnWire } from "../call-model.ts";
import { calls } from "./api.ts";
import { type CallWish, forgetWish, setHere } from "./call-door.ts";
import { LocalMedia } from "./call-media.ts";
import { CallSession } from "./call-session.ts";

/** The one call that this page is in, and what it is shown with. */
export type Desk = {
  session: CallSession | undefined;
  media: LocalMedia | undefined;
  wish: CallWish | undefined;
  /** The look at camera and microphone before a call. */
  isChecking: boolean;
  isSmall: boolean;
};

const EMPTY: Desk = {
  session: undefined,
  media: undefined,
  wish: undefined,
  isChecking: false,
  isSmall: false,
};
let desk = EMPTY;
const listeners = new Set<() => void>();

export const useCallDesk = () => useSyncExternalStore(subscribe, () => desk);

/** What the person asked for: the call at once, or first the look at camera and microphone. */
export function carryOut(me: string, wish: CallWish): void {
  forgetWish();
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
  } else begin(me, wish, media);
}

/** With the devices as the person left them in the check. */
export function beginChecked(me: string): void {
  const { wish, media } = desk;
  if (wish && media) begin(me, wish, media, true);
}

export function accept(me: string, call: CallOnWire, withCamera: boolean): void {
  const { id, conversationId, name, kind } = call;
  const media = new LocalMedia();
  void media.open(withCamera);
  const session = new CallSession(me, media, (seat) => calls.join.call({ id, seat }));
  setHere(id);
  set({ session, media, wish: { conversationId, name, kind }, isChecking: false, isSmall: false });
}

export const minimise = (isSmall: boolean) => set({ isSmall });

/** Leaves the call, and the overlay goes with it: microphone and camera are as new in the next one. */
export function closeDesk(): void {
  desk.session?.leave();
  desk.media?.close();
  setHere(undefined);
  set(EMPTY);
}

function begin(me: string, wish: CallWish, media: LocalMedia, isOpen = false): void {
  const { conversationId, kind } = wish;
  if (!isOpen) void media.open(kind === "video");
  const session = new CallSession(me, media, async (seat) => {
    const call = await calls.start.call({ conversationId, kind, seat });
    setHere(call.id);
    return call;
  });
  set({ session, media, wish, isChecking: false, isSmall: false });
}

function set(change: Partial<Desk>): void {
  desk = { ...desk, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
