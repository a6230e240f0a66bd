import type { CallerOnWire, CallOnWire } from "../../call-model.ts";
import type { CallPeer, Link, MediaState } from "./call-peer.ts";
import type { Quality } from "./measure-quality.ts";

export type Person = {
  userId: string;
  fullName: string;
  state: CallerOnWire["state"];
  stream: MediaStream | undefined;
  link: Link;
  quality: Quality | undefined;
  isSpeaking: boolean;
  mediaState: MediaState;
};

export type SessionView = {
  phase: "starting" | "ringing" | "connected" | "over";
  call: CallOnWire | undefined;
  people: readonly Person[];
  /** Why the call ended, as shown to the user. */
  ending: string;
  /** The server cannot be reached; who is connected still talks. */
  isOffline: boolean;
  /** Without a relay, calls to other networks may fail. */
  hasRelay: boolean;
};

const SILENT: MediaState = { microphone: true, camera: false, isSharing: false };

/** The others in a call or called to it, with what their connections, by seat, say of them. */
export function peopleOf(
  call: CallOnWire | undefined,
  me: string,
  peers: ReadonlyMap<string, CallPeer>,
): Person[] {
  const others = call?.callers.filter(({ userId }) => userId !== me) ?? [];
  return others
    .filter(({ state }) => state === "joined" || state === "ringing")
    .map(({ userId, fullName, state, peerId }) => {
      const peer = peerId ? peers.get(peerId) : undefined;
      const { stream, link = "connecting", quality, isSpeaking = false, mediaState = SILENT } = peer ?? {};
      return { userId, fullName, state, stream, link, quality, isSpeaking, mediaState };
    });
}

/** The later participant offers; ties at the same instant are broken, so one is always later. */
export function joinedAfter(self: CallerOnWire | undefined, other: CallerOnWire): boolean {
  const ownTime = Date.parse(self?.joinedAt ?? "");
  const otherTime = Date.parse(other.joinedAt ?? "");
  return ownTime === otherTime ? (self?.peerId ?? "") > (other.peerId ?? "") : ownTime > otherTime;
}
