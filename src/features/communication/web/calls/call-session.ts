import { t } from "#i18n/message.ts";
import { liveStore } from "#platform/client/live-records.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { retryTransientErrors } from "#platform/client/retry-transient-errors.ts";
import { type CallOnWire, HEARTBEAT_SECONDS, type Signal } from "../../call-model.ts";
import { calls } from "../api.ts";
import type { LocalMedia } from "./call-media.ts";
import { CallPeer, type MediaState } from "./call-peer.ts";
import { describeCallEnd } from "./describe-call-end.ts";
import { joinedAfter, peopleOf, type SessionView } from "./session-view.ts";

type Enter = (peerId: string) => Promise<CallOnWire>;

const POLL_MS = 1_000;

/** This page's part in one call: its peerId, and a connection to every other peerId. */
export class CallSession {
  readonly peerId = crypto.randomUUID();
  readonly #me: string;
  readonly #media: LocalMedia;
  readonly #peers = new Map<string, CallPeer>();
  readonly #listeners = new Set<() => void>();
  #view: SessionView = {
    phase: "starting",
    call: undefined,
    people: [],
    ending: "",
    isOffline: false,
    hasRelay: true,
  };
  #configuration: RTCConfiguration = {};
  #expiresAt = 0;
  lastSignalId = 0;
  isReceiving = false;
  hasNewSignals = false;
  heartbeatTimer: ReturnType<typeof setInterval> | undefined;
  readonly #stopMedia: () => void;

  constructor(me: string, media: LocalMedia, enter: Enter) {
    this.#me = me;
    this.#media = media;
    this.#stopMedia = media.subscribe(() => this.#sendMedia());
    current = this;
    addEventListener("pagehide", this.#hide);
    addEventListener("online", this.#reconnect);
    network()?.addEventListener("change", this.#reconnect);
    void this.start(enter);
  }

  view = () => this.#view;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Leaves at once; the server is informed in the background. */
  leave(ending = ""): void {
    const { call, phase } = this.#view;
    this.#end(ending);
    if (call && phase !== "over") this.leaveOnServer(call.id);
  }

  /** If it fails again and again, the server ends it when the heartbeats stop: until then others see a frozen picture. */
  leaveOnServer(id: string): void {
    const idempotencyKey = crypto.randomUUID();
    const leave = () => calls.leave.call({ id, peerId: this.peerId }, { idempotencyKey });
    // This page has closed the call already; the server ends what is left of it.
    void retryTransientErrors(leave).catch(() => undefined);
  }

  receiveCall(ids: readonly string[]): void {
    const { call, phase } = this.#view;
    if (call && phase !== "over" && (ids.length === 0 || ids.includes(call.id))) void this.refresh();
  }

  receiveSignals(): void {
    this.hasNewSignals = true;
    if (!this.isReceiving) void this.receivePending();
  }

  async start(enter: Enter): Promise<void> {
    try {
      await this.#renew();
      const call = await enter(this.peerId);
      // The user hung up during the request.
      if (this.#view.phase === "over") return this.leaveOnServer(call.id);
      this.applyCall(call);
      this.heartbeatTimer = setInterval(() => void this.refresh(), HEARTBEAT_SECONDS * 1000);
      this.receiveSignals();
    } catch (error) {
      this.#end(error instanceof Error ? error.message : t`The call could not be started`);
    }
  }

  /** Sends a heartbeat and updates the call; false if the request failed. */
  async refresh(): Promise<boolean> {
    const { call } = this.#view;
    if (!call || this.#view.phase === "over") return false;
    try {
      this.applyCall(
        await calls.heartbeat.call({ id: call.id, peerId: this.peerId, lastSignalId: this.lastSignalId }),
      );
      this.#set({ isOffline: false });
      return true;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "internal";
      if (code === "not_found") this.#end(t`You are no longer in this conversation`);
      else if (code === "conflict") this.#end(t`The call continues in another window`);
      else this.#set({ isOffline: true });
      return false;
    }
  }

  applyCall(call: CallOnWire): void {
    const known = this.#view.call;
    if (this.#view.phase === "over" || (known && known.version > call.version)) return;
    if (call.state === "ended") {
      this.#end(describeCallEnd(call, this.#me), call);
      return;
    }
    const self = call.callers.find(({ userId }) => userId === this.#me);
    const others = call.callers.filter(({ userId, state }) => userId !== this.#me && state === "joined");
    const peerIds = new Set(others.map(({ peerId }) => peerId));
    for (const [peerId, peer] of this.#peers)
      if (!peerIds.has(peerId)) {
        peer.close();
        this.#peers.delete(peerId);
      }
    for (const other of others)
      if (other.peerId && !this.#peers.has(other.peerId))
        this.connectTo(call, other.peerId, joinedAfter(self, other));
    for (const peer of this.#peers.values()) peer.shareAmong(others.length);
    this.#set({ call, phase: others.length > 0 || call.answeredAt ? "connected" : "ringing" });
  }

  connectTo({ id }: CallOnWire, peerId: string, isNewcomer: boolean): void {
    const peer = new CallPeer({
      configuration: this.#configuration,
      isNewcomer,
      tracks: this.#media.outgoing(),
      mediaState: this.ownMediaState(),
      send: (signal: Signal) => {
        const idempotencyKey = crypto.randomUUID();
        return retryTransientErrors(() =>
          calls.signal.call({ id, peerId: this.peerId, toPeerId: peerId, signal }, { idempotencyKey }),
        );
      },
      renew: () => this.#renew(),
      onChange: () => this.#set({}),
    });
    this.#peers.set(peerId, peer);
  }

  async receivePending(): Promise<void> {
    this.isReceiving = true;
    while (this.hasNewSignals && this.#view.phase !== "over") {
      this.hasNewSignals = false;
      const { call } = this.#view;
      if (!call) break;
      if (await this.receiveNext(call.id)) continue;
      this.hasNewSignals = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.isReceiving = false;
  }

  /** False if signals could not be read or their sender is unknown: none is skipped, they are requested again. */
  async receiveNext(id: string): Promise<boolean> {
    const input = { id, peerId: this.peerId, after: this.lastSignalId };
    const answer = await retryTransientErrors(() => calls.signals.call(input)).catch(() => null); // requested again by the next signal
    for (const { id: signalId, fromPeerId, signal } of answer?.signals ?? []) {
      if (!this.#peers.has(fromPeerId) && !(await this.refresh())) return false;
      this.#peers.get(fromPeerId)?.receive(signal as Signal);
      this.lastSignalId = signalId;
      this.hasNewSignals = true;
    }
    return answer !== null;
  }

  async #renew(): Promise<RTCConfiguration> {
    if (Date.now() < this.#expiresAt - 600_000) return this.#configuration;
    const { iceServers, relayOnly, hasRelay, expiresAt } = await calls.iceServers.call({});
    this.#configuration = {
      iceServers: iceServers.map(({ urls, username, credential }) => ({
        urls,
        ...(username && credential && { username, credential }),
      })),
      iceTransportPolicy: relayOnly ? "relay" : "all",
    };
    this.#expiresAt = Date.parse(expiresAt);
    this.#set({ hasRelay });
    return this.#configuration;
  }

  ownMediaState(): MediaState {
    const { microphone, camera, isSharing } = this.#media.view();
    return { microphone: microphone === "on", camera: camera === "on", isSharing };
  }

  #sendMedia(): void {
    const mediaState = this.ownMediaState();
    const tracks = this.#media.outgoing();
    const key = JSON.stringify([mediaState, tracks.audio?.id, tracks.video?.id]);
    if (key === this.#sent) return;
    this.#sent = key;
    for (const peer of this.#peers.values()) {
      peer.setTracks(tracks);
      peer.sendMediaState(mediaState);
    }
  }
  #sent = "";

  #reconnect = () => {
    for (const peer of this.#peers.values()) peer.reconnect();
    void this.refresh();
  };

  /** On page hide: sends a request that outlives the page. */
  #hide = () => {
    const { call, phase } = this.#view;
    if (!call || phase === "over") return;
    void fetch("/rpc/calls.leave", {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({ id: call.id, peerId: this.peerId }),
    });
  };

  #end(ending: string, call = this.#view.call): void {
    if (this.#view.phase === "over") return;
    clearInterval(this.heartbeatTimer);
    removeEventListener("pagehide", this.#hide);
    removeEventListener("online", this.#reconnect);
    network()?.removeEventListener("change", this.#reconnect);
    this.#stopMedia();
    for (const peer of this.#peers.values()) peer.close();
    this.#peers.clear();
    this.#media.close();
    if (current === this) current = undefined;
    this.#set({ phase: "over", ending, call });
  }

  #set(change: Partial<SessionView>): void {
    const view = { ...this.#view, ...change };
    this.#view = { ...view, people: peopleOf(view.call, this.#me, this.#peers) };
    for (const listener of this.#listeners) listener();
  }
}

let current: CallSession | undefined;

const LISTENERS = {
  calls: (ids: readonly string[]) => current?.receiveCall(ids),
  conversations: (ids: readonly string[]) => {
    const conversationId = current?.view().call?.conversationId;
    if (conversationId && ids.includes(conversationId)) current?.receiveCall([]);
  },
  callSignals: () => current?.receiveSignals(),
};

for (const [resource, onChange] of Object.entries(LISTENERS))
  liveStore(resource, { invalidate: async (ids) => onChange(ids), clear: () => current?.leave() });

const network = () => (navigator as Navigator & { connection?: EventTarget }).connection;
