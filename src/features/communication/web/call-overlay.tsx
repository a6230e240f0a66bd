import { Portal } from "@mantine/core";
import { Mic, MicOff, PhoneOff, Video, VideoOff } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Avatar } from "#ui/avatar.tsx";
import { useModalLayer } from "#ui/modal-layer.ts";
import styles from "./call-overlay.module.css";
import { type Device, useLocalMedia } from "./use-local-media.ts";

type CallOverlayProps = { name: string; onEnd(): void };

/** COMM-10, COMM-15, COMM-16: the person's own camera and microphone, full screen; with End it goes, and all of it resets. */
export function CallOverlay(props: CallOverlayProps) {
  return (
    <Portal>
      <Call {...props} />
    </Portal>
  );
}

function Call({ name, onEnd }: CallOverlayProps) {
  const layer = useModalLayer(onEnd);
  const { video, camera, microphone, toggleCamera, toggleMicrophone } = useLocalMedia();
  const isMuted = microphone !== "on";
  const isCameraOff = camera !== "on";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "m") toggleMicrophone();
    if (event.key === "v") toggleCamera();
  };
  return (
    <div
      ref={layer}
      role="dialog"
      aria-modal="true"
      aria-label={`Video call: ${name}`}
      tabIndex={-1}
      className={styles.overlay}
      onKeyDown={onKeyDown}
    >
      <div className={styles.tiles}>
        <section className={styles.tile} aria-label={name}>
          <Avatar name={name} size="large" />
          <p className={styles.name}>{name}</p>
          <p className={styles.note}>
            Only you are here. Your camera and microphone stay on this device: nothing is sent to {name}.
          </p>
        </section>
        <section className={styles.tile} aria-label="You">
          <video
            ref={video}
            className={styles.video}
            hidden={isCameraOff}
            aria-label="Your camera"
            autoPlay
            playsInline
            muted
          />
          {isCameraOff && (
            <div className={styles.dark} role="status">
              <VideoOff size={28} strokeWidth={1.75} aria-hidden />
              <p>{CAMERA_WORDS[camera]}</p>
            </div>
          )}
          <span className={styles.you}>
            You
            {isMuted && <MicOff size={14} strokeWidth={2} aria-hidden />}
          </span>
        </section>
      </div>
      <p className={styles.problem} role="status">
        {MICROPHONE_PROBLEMS[microphone]}
      </p>
      <div className={styles.controls}>
        <button
          type="button"
          data-autofocus
          className={styles.control}
          aria-pressed={isMuted}
          data-off={isMuted || undefined}
          onClick={toggleMicrophone}
        >
          {isMuted ? <MicOff aria-hidden /> : <Mic aria-hidden />}
          {isMuted ? "Unmute" : "Mute"}
        </button>
        <button
          type="button"
          className={styles.control}
          aria-pressed={isCameraOff}
          data-off={isCameraOff || undefined}
          onClick={toggleCamera}
        >
          {isCameraOff ? <VideoOff aria-hidden /> : <Video aria-hidden />}
          {isCameraOff ? "Start camera" : "Stop camera"}
        </button>
        <button type="button" className={styles.control} data-end onClick={onEnd}>
          <PhoneOff aria-hidden />
          End
        </button>
      </div>
    </div>
  );
}

const CAMERA_WORDS: Record<Device, string> = {
  asking: "Waiting for your camera …",
  on: "",
  off: "Your camera is off",
  denied: "This site may not use your camera. Allow it in the address bar, then start the camera.",
  missing: "No camera was found",
  busy: "Another program is using your camera",
  unsupported: "Your browser gives the camera to pages on https or on this computer only",
};

const MICROPHONE_PROBLEMS: Partial<Record<Device, string>> = {
  denied: "This site may not use your microphone. Allow it in the address bar, then unmute.",
  missing: "No microphone was found",
  busy: "Another program is using your microphone",
  unsupported: "Your browser gives the microphone to pages on https or on this computer only",
};
