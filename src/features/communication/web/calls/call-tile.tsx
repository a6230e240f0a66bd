import { MicOff, MonitorUp, SignalLow, VideoOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { PersonAvatar } from "#features/contacts/web/public/person-avatar.tsx";
import { t, term } from "#i18n/message.ts";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { remembered } from "./call-devices.ts";
import type { MediaView } from "./call-media.ts";
import styles from "./call-tile.module.css";
import { CAMERA_MESSAGES } from "./device-messages.ts";
import type { Quality } from "./measure-quality.ts";
import type { Person } from "./session-view.ts";

const QUALITY: Record<Quality, string> = { good: "", fair: t`Fair connection`, poor: t`Poor connection` };
const ICON = { size: 14, strokeWidth: 2, "aria-hidden": true } as const;

/** Another participant: picture and sound, or name and avatar without a picture. */
export function OtherTile({ person, isLarge }: { person: Person; isLarge: boolean }) {
  const { userId, fullName, state, stream, link, quality, mediaState, isSpeaking } = person;
  const hasPicture = link !== "connecting" && (mediaState.camera || mediaState.isSharing);
  const waiting = state === "ringing" ? t`Ringing …` : link === "connecting" ? t`Connecting …` : undefined;
  return (
    <section
      className={styles.tile}
      aria-label={fullName}
      data-large={isLarge || undefined}
      data-speaking={isSpeaking || undefined}
    >
      <Picture
        stream={stream}
        label={mediaState.isSharing ? t`${fullName}, screen` : t`${fullName}, camera`}
        isHidden={!hasPicture}
        isUncropped={mediaState.isSharing}
      />
      {!hasPicture && (
        <Stack gap={10} align="center" pad={16} tone="soft" textWrap="pretty" maxWidth="36ch">
          <PersonAvatar userId={userId} name={fullName} size="large" />
          {waiting && <p>{waiting}</p>}
        </Stack>
      )}
      <span className={styles.who}>
        {fullName}
        {mediaState.isSharing && (
          <>
            <MonitorUp {...ICON} />
            <span>{term("shares the screen", "after the name of a person")}</span>
          </>
        )}
        {state === "joined" && !mediaState.microphone && (
          <>
            <MicOff {...ICON} />
            <span className="visually-hidden">{t`Muted`}</span>
          </>
        )}
      </span>
      {quality && quality !== "good" && (
        <span className={styles.quality} data-quality={quality}>
          <SignalLow {...ICON} />
          {QUALITY[quality]}
        </span>
      )}
    </section>
  );
}

/** The user's own picture, mirrored. */
export function OwnTile({ own }: { own: MediaView }) {
  const { camera, microphone, preview, isSharing } = own;
  return (
    <section className={styles.tile} aria-label={t`You`}>
      <Picture stream={preview} label={t`Your camera`} isHidden={camera !== "on"} isMirrored isMuted />
      {camera !== "on" && (
        <Text as="div" tone="soft" textWrap="pretty" maxWidth="36ch" role="status">
          <VideoOff size="1.75rem" strokeWidth={1.75} aria-hidden />
          <p>{CAMERA_MESSAGES[camera]}</p>
        </Text>
      )}
      <span className={styles.who}>
        {t`You`}
        {microphone !== "on" && <MicOff {...ICON} />}
        {isSharing && (
          <>
            <MonitorUp {...ICON} />
            <span>{t`You share your screen`}</span>
          </>
        )}
      </span>
    </section>
  );
}

type PictureProps = {
  stream: MediaStream | undefined;
  label: string;
  isHidden: boolean;
  isMirrored?: boolean;
  /** A shared screen is shown uncropped. */
  isUncropped?: boolean;
  isMuted?: boolean;
};

/** Sound continues while the picture is hidden. */
export function Picture({ stream, label, isHidden, isMirrored, isUncropped, isMuted = false }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream ?? null;
    const speaker = remembered("audiooutput");
    // The chosen speaker was unplugged: the default one plays.
    if (!isMuted && speaker && "setSinkId" in element) void element.setSinkId(speaker).catch(() => undefined);
  }, [stream, isMuted]);
  return (
    <video
      ref={video}
      className={styles.video}
      data-hidden={isHidden || undefined}
      data-mirrored={isMirrored || undefined}
      data-whole={isUncropped || undefined}
      aria-label={label}
      aria-hidden={isHidden}
      autoPlay
      playsInline
      muted={isMuted}
    />
  );
}
