import {
  Mic,
  MicOff,
  Minimize2,
  MonitorUp,
  MonitorX,
  PhoneOff,
  RotateCw,
  Settings2,
  Video,
  VideoOff,
  X,
} from "lucide-react";
import { t, term } from "#i18n/message.ts";
import { Row } from "#ui/layout/stack.tsx";
import styles from "./call-controls.module.css";
import type { LocalMedia, MediaView } from "./call-media.ts";

type CallControlsProps = {
  own: MediaView;
  media: LocalMedia;
  isOver: boolean;
  showsDevices: boolean;
  onDevices(): void;
  onMinimise(): void;
  onAgain: (() => void) | undefined;
  onEnd(): void;
};

export function CallControls(props: CallControlsProps) {
  const { own, media, isOver, showsDevices, onDevices, onMinimise, onAgain, onEnd } = props;
  if (isOver) return <EndedControls onAgain={onAgain} onEnd={onEnd} />;
  const isMuted = own.microphone !== "on";
  const isCameraOff = own.camera !== "on";
  return (
    <Row gap={12} wrap align="stretch" justify="center" className={styles.controls}>
      <button
        type="button"
        data-autofocus
        className={styles.control}
        aria-pressed={isMuted}
        data-off={isMuted || undefined}
        onClick={media.toggleMicrophone}
      >
        {isMuted ? <MicOff aria-hidden /> : <Mic aria-hidden />}
        {isMuted ? t`Unmute` : t`Mute`}
      </button>
      <button
        type="button"
        className={styles.control}
        aria-pressed={isCameraOff}
        data-off={isCameraOff || undefined}
        onClick={media.toggleCamera}
      >
        {isCameraOff ? <VideoOff aria-hidden /> : <Video aria-hidden />}
        {isCameraOff ? t`Start camera` : t`Stop camera`}
      </button>
      {canShare() && (
        <button
          type="button"
          className={styles.control}
          aria-pressed={own.isSharing}
          onClick={() => void media.toggleScreen()}
        >
          {own.isSharing ? <MonitorX aria-hidden /> : <MonitorUp aria-hidden />}
          {own.isSharing ? t`Stop sharing` : t`Share screen`}
        </button>
      )}
      <button type="button" className={styles.control} aria-pressed={showsDevices} onClick={onDevices}>
        <Settings2 aria-hidden />
        {t`Devices`}
      </button>
      <button type="button" className={styles.control} onClick={onMinimise}>
        <Minimize2 aria-hidden />
        {t`Minimise`}
      </button>
      <button type="button" className={styles.control} data-end onClick={onEnd}>
        <PhoneOff aria-hidden />
        {term("End", "button: end the call")}
      </button>
    </Row>
  );
}

const EndedControls = ({ onAgain, onEnd }: Pick<CallControlsProps, "onAgain" | "onEnd">) => (
  <Row gap={12} wrap align="stretch" justify="center" className={styles.controls}>
    {onAgain && (
      <button type="button" className={styles.control} onClick={onAgain}>
        <RotateCw aria-hidden />
        {t`Call again`}
      </button>
    )}
    <button type="button" data-autofocus className={styles.control} onClick={onEnd}>
      <X aria-hidden />
      {t`Close`}
    </button>
  </Row>
);

/** Phones cannot share the screen. */
const canShare = () => Boolean(navigator.mediaDevices && "getDisplayMedia" in navigator.mediaDevices);
