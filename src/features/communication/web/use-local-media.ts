import { useEffect, useRef, useState } from "react";

/** How it stands with one device: it may be refused by the person, absent, in use by another program, or unreachable. */
export type Device = "asking" | "on" | "off" | "denied" | "missing" | "busy" | "unsupported";
type Kind = "audio" | "video";

/** The camera and microphone of this machine, for as long as the component stands; every track ends with it. */
export function useLocalMedia() {
  const video = useRef<HTMLVideoElement>(null);
  const tracks = useRef(new Map<Kind, MediaStreamTrack>());
  const isOver = useRef(false);
  const [camera, setCamera] = useState<Device>("asking");
  const [microphone, setMicrophone] = useState<Device>("asking");
  const setters = { audio: setMicrophone, video: setCamera };

  const show = () => {
    const track = tracks.current.get("video");
    if (video.current) video.current.srcObject = track ? new MediaStream([track]) : null;
  };
  const keep = (track: MediaStreamTrack) => {
    if (isOver.current) return track.stop();
    const kind = track.kind as Kind;
    tracks.current.set(kind, track);
    track.addEventListener("ended", () => setters[kind]("missing"));
    setters[kind]("on");
    if (kind === "video") show();
  };
  const ask = async (kinds: readonly Kind[]) => {
    if (!navigator.mediaDevices) {
      for (const kind of kinds) setters[kind]("unsupported");
      return;
    }
    try {
      const wanted = Object.fromEntries(kinds.map((kind) => [kind, true]));
      const stream = await navigator.mediaDevices.getUserMedia(wanted);
      for (const track of stream.getTracks()) keep(track);
    } catch (error) {
      // One that is missing does not take the other away.
      if (kinds.length > 1) for (const kind of kinds) await ask([kind]);
      else for (const kind of kinds) setters[kind](reasonOf(error));
    }
  };
  const stop = (kind: Kind) => {
    tracks.current.get(kind)?.stop();
    tracks.current.delete(kind);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the call begins
  useEffect(() => {
    isOver.current = false;
    void ask(["audio", "video"]);
    return () => {
      isOver.current = true;
      for (const kind of ["audio", "video"] as const) stop(kind);
    };
  }, []);

  /** A muted microphone keeps its track; a camera that is off gives the device back, so that its light goes out. */
  const toggleMicrophone = () => {
    const track = tracks.current.get("audio");
    if (!track) return void ask(["audio"]);
    track.enabled = !track.enabled;
    setMicrophone(track.enabled ? "on" : "off");
  };
  const toggleCamera = () => {
    if (camera !== "on") {
      setCamera("asking");
      return void ask(["video"]);
    }
    stop("video");
    show();
    setCamera("off");
  };
  return { video, camera, microphone, toggleCamera, toggleMicrophone };
}

function reasonOf(error: unknown): Device {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "missing";
}
