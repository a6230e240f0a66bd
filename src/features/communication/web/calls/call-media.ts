import { remember, remembered } from "./call-devices.ts";
import { measureLevel } from "./measure-level.ts";

/** State of a device: denied by the user, missing, in use by another program, or unsupported. */
export type Device = "asking" | "on" | "off" | "denied" | "missing" | "busy" | "unsupported";
export type Kind = "audio" | "video";

export type MediaView = {
  microphone: Device;
  camera: Device;
  isSharing: boolean;
  /** The user's own picture. */
  preview: MediaStream | undefined;
  /** From 0 to 1. */
  level: number;
  /** The microphone is on but has recorded only silence for a while. */
  isSilent: boolean;
  devices: readonly MediaDeviceInfo[];
};

const SILENCE_MS = 6_000;
const MIN_LEVEL = 0.004;

/** Camera, microphone and screen of this machine for as long as a call, or the look before it, needs them. */
export class LocalMedia {
  #view: MediaView = {
    microphone: "asking",
    camera: "asking",
    isSharing: false,
    preview: undefined,
    level: 0,
    isSilent: false,
    devices: [],
  };
  readonly #tracks = new Map<Kind | "screen", MediaStreamTrack>();
  readonly #listeners = new Set<() => void>();
  #stopMeter: (() => void) | undefined;
  lastSoundAt = 0;
  #isOver = false;

  constructor() {
    navigator.mediaDevices?.addEventListener("devicechange", this.#listDevices);
  }

  view = () => this.#view;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The tracks that others receive: a shared screen replaces the camera. */
  outgoing(): Partial<Record<Kind, MediaStreamTrack>> {
    const audio = this.#tracks.get("audio");
    const video = this.#tracks.get("screen") ?? this.#tracks.get("video");
    return { ...(audio && { audio }), ...(video && { video }) };
  }

  async open(wantsCamera: boolean): Promise<void> {
    if (!wantsCamera) this.#set({ camera: "off" });
    await this.requestDevices(wantsCamera ? ["audio", "video"] : ["audio"]);
    await this.#listDevices();
  }

  /** A muted microphone keeps its track; switching the camera off releases the device, so that its light goes out. */
  toggleMicrophone = () => {
    const track = this.#tracks.get("audio");
    if (!track) return void this.requestDevices(["audio"]);
    track.enabled = !track.enabled;
    this.lastSoundAt = performance.now();
    this.#set({ microphone: track.enabled ? "on" : "off", isSilent: false });
  };

  toggleCamera = () => {
    if (this.#view.camera !== "on") {
      this.#set({ camera: "asking" });
      return void this.requestDevices(["video"]);
    }
    this.#drop("video");
    this.#set({ camera: "off" });
  };

  /** Switches to another device of the same kind and saves it for the next call in this browser. */
  async choose(kind: MediaDeviceKind, deviceId: string): Promise<void> {
    remember(kind, deviceId);
    this.#set({});
    if (kind === "audioinput" && this.#view.microphone !== "off") await this.requestDevices(["audio"]);
    if (kind === "videoinput" && this.#view.camera === "on") await this.requestDevices(["video"]);
  }

  toggleScreen = async () => {
    if (this.#tracks.has("screen")) return this.#endScreen();
    try {
      const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 15 }, audio: false });
      const [track] = stream.getVideoTracks();
      if (!track || this.#isOver) return track?.stop();
      track.contentHint = "detail";
      track.addEventListener("ended", () => this.#endScreen());
      this.#tracks.set("screen", track);
      this.#set({ isSharing: true });
    } catch {
      // The user closed the browser's picker: no message needed.
    }
  };

  close(): void {
    this.#isOver = true;
    this.#stopMeter?.();
    navigator.mediaDevices?.removeEventListener("devicechange", this.#listDevices);
    for (const kind of [...this.#tracks.keys()]) this.#drop(kind);
  }

  async requestDevices(kinds: readonly Kind[]): Promise<void> {
    if (!navigator.mediaDevices) {
      for (const kind of kinds) this.setDeviceState(kind, "unsupported");
      return;
    }
    try {
      const constraints = Object.fromEntries(kinds.map((kind) => [kind, constraintsOf(kind)]));
      const stream = await navigator.mediaDevices.getUserMedia(constraints);
      for (const track of stream.getTracks()) this.addTrack(track);
    } catch (error) {
      // One missing device does not block the other.
      if (kinds.length > 1) for (const kind of kinds) await this.requestDevices([kind]);
      else for (const kind of kinds) this.setDeviceState(kind, reasonOf(error));
    }
  }

  addTrack(track: MediaStreamTrack): void {
    if (this.#isOver) {
      track.stop();
      return;
    }
    const kind = track.kind as Kind;
    this.#drop(kind);
    this.#tracks.set(kind, track);
    track.addEventListener(
      "ended",
      () => this.#tracks.get(kind) === track && this.setDeviceState(kind, "missing"),
    );
    if (kind === "audio") this.#listen(track);
    this.setDeviceState(kind, "on");
  }

  #listen(track: MediaStreamTrack): void {
    this.#stopMeter?.();
    this.lastSoundAt = performance.now();
    this.#stopMeter = measureLevel(track, (level) => {
      const now = performance.now();
      if (level > MIN_LEVEL || this.#view.microphone !== "on") this.lastSoundAt = now;
      const isSilent = now - this.lastSoundAt > SILENCE_MS;
      if (isSilent !== this.#view.isSilent || Math.abs(level - this.#view.level) > 0.02)
        this.#set({ level, isSilent });
    });
  }

  #endScreen(): void {
    this.#drop("screen");
    this.#set({ isSharing: false });
  }

  #drop(kind: Kind | "screen"): void {
    const track = this.#tracks.get(kind);
    this.#tracks.delete(kind);
    track?.stop();
  }

  #listDevices = async () => {
    // Without permission there is no list of devices; the current device stays.
    const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
    if (!this.#isOver) this.#set({ devices: devices ?? [] });
  };

  setDeviceState(kind: Kind, device: Device): void {
    this.#set(kind === "audio" ? { microphone: device } : { camera: device });
  }

  #set(change: Partial<MediaView>): void {
    const track = this.#tracks.get("video");
    const previewTrack = this.#view.preview?.getVideoTracks()[0];
    const preview = track === previewTrack ? this.#view.preview : track && new MediaStream([track]);
    this.#view = { ...this.#view, ...change, preview };
    for (const listener of this.#listeners) listener();
  }
}

const constraintsOf = (kind: Kind): MediaTrackConstraints => {
  const deviceId = remembered(kind === "audio" ? "audioinput" : "videoinput");
  return {
    ...(deviceId && { deviceId: { ideal: deviceId } }),
    ...(kind === "audio"
      ? { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
      : { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }),
  };
};

function reasonOf(error: unknown): Device {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "missing";
}
