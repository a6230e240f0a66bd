import type { Signal } from "../../call-model.ts";
import type { Kind } from "./call-media.ts";
import { type Quality, QualityMeter } from "./measure-quality.ts";

/** What the other side says about itself, over the connection itself. */
export type MediaState = { microphone: boolean; camera: boolean; isSharing: boolean };
export type Link = "connecting" | "connected" | "unstable" | "failed";

type PeerOptions = {
  configuration: RTCConfiguration;
  /** The peer that joined later offers first; two offers at once would collide. */
  isNewcomer: boolean;
  tracks: Partial<Record<Kind, MediaStreamTrack>>;
  mediaState: MediaState;
  send(signal: Signal): Promise<unknown>;
  /** New servers and credentials for an ICE restart. */
  renew(): Promise<RTCConfiguration>;
  onChange(): void;
};

const CANDIDATES_TOGETHER_MS = 60;
const RESTART_DELAY_MS = 3_000;
const FAILED_MS = 20_000;

/**
 * The connection to one other page, negotiated as in 'Perfect negotiation' of the W3C's WebRTC (section 10.7): the
 * newcomer is impolite and offers first; incoming signals are handled one after another.
 */
export class CallPeer {
  readonly stream = new MediaStream();
  link: Link = "connecting";
  mediaState: MediaState = { microphone: true, camera: false, isSharing: false };
  quality: Quality | undefined;
  isSpeaking = false;
  readonly #parts: PeerOptions;
  readonly #pc: RTCPeerConnection;
  readonly #channel: RTCDataChannel;
  readonly #meter = new QualityMeter();
  #tracks: PeerOptions["tracks"];
  ownMediaState: MediaState;
  #chain: Promise<unknown> = Promise.resolve();
  #sending: Promise<unknown> = Promise.resolve();
  #candidates: RTCIceCandidateInit[] = [];
  #flushing: ReturnType<typeof setTimeout> | undefined;
  failTimer: ReturnType<typeof setTimeout> | undefined;
  restartTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #measuring: ReturnType<typeof setInterval>;
  #mayOffer: boolean;
  #isOffering = false;
  #ignoresOffer = false;
  #people = 1;

  constructor(parts: PeerOptions) {
    this.#parts = parts;
    this.#tracks = parts.tracks;
    this.ownMediaState = parts.mediaState;
    this.#mayOffer = parts.isNewcomer;
    this.#pc = new RTCPeerConnection({ ...parts.configuration, bundlePolicy: "max-bundle" });
    this.#channel = this.#pc.createDataChannel("shown", { negotiated: true, id: 0 });
    this.#channel.onopen = () => this.sendMediaState(this.ownMediaState);
    this.#channel.onmessage = ({ data }) => this.receiveMediaState(String(data));
    this.#pc.onnegotiationneeded = () => this.#enqueue(() => this.#offer());
    this.#pc.onicecandidate = ({ candidate }) => this.#gather(candidate);
    this.#pc.ontrack = ({ track }) => {
      this.stream.addTrack(track);
      track.onunmute = () => parts.onChange();
      parts.onChange();
    };
    this.#pc.oniceconnectionstatechange = () => this.#followLink();
    if (parts.isNewcomer)
      for (const kind of ["audio", "video"] as const)
        this.#pc.addTransceiver(this.#tracks[kind] ?? kind, { direction: "sendrecv" });
    this.#measuring = setInterval(() => void this.#measure(), 2_000);
    this.#expectConnection();
  }

  receive(signal: Signal): void {
    this.#enqueue(async () => {
      if (signal.description) await this.#describe(signal.description);
      for (const candidate of signal.candidates ?? [])
        await this.#pc.addIceCandidate(candidate as RTCIceCandidateInit).catch((error: unknown) => {
          if (!this.#ignoresOffer) throw error;
        });
    });
  }

  /** Replaces the tracks without a new negotiation. */
  setTracks(tracks: PeerOptions["tracks"]): void {
    this.#tracks = tracks;
    this.#enqueue(() => this.#placeTracks());
  }

  sendMediaState(mediaState: MediaState): void {
    this.ownMediaState = mediaState;
    if (this.#channel.readyState === "open") this.#channel.send(JSON.stringify(mediaState));
  }

  /** Lowers the bitrate per person in larger calls, so that the uplink carries all. */
  shareAmong(people: number): void {
    this.#people = Math.max(1, people);
    this.#enqueue(() => this.#limitVideo());
  }

  /** After a network change: restarts ICE before the old connection times out. */
  reconnect(): void {
    this.#enqueue(async () => {
      if (!this.#mayOffer || this.#pc.signalingState === "closed") return;
      this.#pc.setConfiguration({ ...(await this.#parts.renew()), bundlePolicy: "max-bundle" });
      this.#pc.restartIce();
    });
  }

  close(): void {
    for (const timer of [this.#flushing, this.failTimer, this.restartTimer]) clearTimeout(timer);
    clearInterval(this.#measuring);
    this.#channel.close();
    this.#pc.close();
  }

  async #offer(): Promise<void> {
    if (!this.#mayOffer || this.#pc.signalingState !== "stable") return;
    this.#isOffering = true;
    try {
      await this.#pc.setLocalDescription();
      this.#sendDescription();
    } finally {
      this.#isOffering = false;
    }
  }

  async #describe(description: { type: "offer" | "answer"; sdp: string }): Promise<void> {
    const collides =
      description.type === "offer" && (this.#isOffering || this.#pc.signalingState !== "stable");
    this.#ignoresOffer = this.#parts.isNewcomer && collides;
    if (this.#ignoresOffer) return;
    await this.#pc.setRemoteDescription(description);
    if (description.type === "answer") return;
    this.#mayOffer = true;
    for (const transceiver of this.#pc.getTransceivers()) transceiver.direction = "sendrecv";
    await this.#placeTracks();
    await this.#pc.setLocalDescription();
    this.#sendDescription();
  }

  async #placeTracks(): Promise<void> {
    for (const { sender, receiver } of this.#pc.getTransceivers()) {
      const track = this.#tracks[receiver.track.kind as Kind] ?? null;
      if (sender.track !== track) await sender.replaceTrack(track);
    }
    await this.#limitVideo();
  }

  async #limitVideo(): Promise<void> {
    const sender = this.#pc.getSenders().find(({ track }) => track?.kind === "video");
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender || !parameters || !encoding) return;
    encoding.maxBitrate = Math.round(1_800_000 / this.#people);
    encoding.scaleResolutionDownBy = this.#people > 2 && !this.ownMediaState.isSharing ? 2 : 1;
    // A browser that refuses the limit sends at its own rate: the call continues.
    await sender.setParameters(parameters).catch(() => undefined);
  }

  #sendDescription(): void {
    const { localDescription } = this.#pc;
    if (!localDescription || (localDescription.type !== "offer" && localDescription.type !== "answer"))
      return;
    const { type, sdp } = localDescription;
    this.#send({ description: { type, sdp } });
  }

  #gather(candidate: RTCIceCandidate | null): void {
    if (candidate) this.#candidates.push(candidate.toJSON());
    this.#flushing ??= setTimeout(() => {
      this.#flushing = undefined;
      const candidates = this.#candidates.splice(0, 50).map(({ candidate: line = "", ...rest }) => ({
        ...rest,
        candidate: line,
      }));
      if (candidates.length > 0) this.#send({ candidates });
    }, CANDIDATES_TOGETHER_MS);
  }

  /** Sends in order. A failed signal is not repeated: the restart after the failed connection sends new ones. */
  #send(signal: Signal): void {
    // A failed link restarts, which sends the signals again.
    this.#sending = this.#sending.then(() => this.#parts.send(signal)).catch(() => undefined);
  }

  #followLink(): void {
    const state = this.#pc.iceConnectionState;
    clearTimeout(this.restartTimer);
    if (state === "connected" || state === "completed") {
      clearTimeout(this.failTimer);
      this.link = "connected";
    }
    if (state === "disconnected") {
      this.link = "unstable";
      this.restartTimer = setTimeout(
        () => this.reconnect(),
        this.#parts.isNewcomer ? RESTART_DELAY_MS : 2 * RESTART_DELAY_MS,
      );
      this.#expectConnection();
    }
    if (state === "failed") {
      this.reconnect();
      this.#expectConnection();
    }
    this.#parts.onChange();
  }

  #expectConnection(): void {
    clearTimeout(this.failTimer);
    this.failTimer = setTimeout(() => {
      this.link = "failed";
      this.#parts.onChange();
      this.#tryAgain();
    }, FAILED_MS);
  }

  /** Repeats an offer that was not answered; otherwise restarts ICE. */
  #tryAgain(): void {
    if (this.#pc.signalingState === "have-local-offer") this.#sendDescription();
    else this.reconnect();
    this.#expectConnection();
  }

  receiveMediaState(text: string): void {
    try {
      const { microphone, camera, isSharing } = JSON.parse(text) as Partial<
        Record<keyof MediaState, unknown>
      >;
      this.mediaState = {
        microphone: microphone === true,
        camera: camera === true,
        isSharing: isSharing === true,
      };
      this.#parts.onChange();
    } catch {
      // Not our format: messages of the other page can change only three flags.
    }
  }

  async #measure(): Promise<void> {
    if (this.link !== "connected") return;
    const { quality, isSpeaking } = this.#meter.read(await this.#pc.getStats());
    if (quality === this.quality && isSpeaking === this.isSpeaking) return;
    this.quality = quality;
    this.isSpeaking = isSpeaking;
    this.#parts.onChange();
  }

  #enqueue(work: () => Promise<void>): void {
    this.#chain = this.#chain.then(work).catch((error: unknown) => {
      if (this.#pc.signalingState !== "closed") console.warn("call", error);
    });
  }
}
