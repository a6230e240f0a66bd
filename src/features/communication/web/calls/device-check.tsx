import { VideoOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "#i18n/message.ts";
import { Button } from "#ui/inputs/button.tsx";
import { Switch } from "#ui/inputs/switch.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import type { LocalMedia } from "./call-media.ts";
import { Picture } from "./call-tile.tsx";
import styles from "./device-check.module.css";
import { CAMERA_MESSAGES, MICROPHONE_MESSAGES } from "./device-messages.ts";
import { DevicePicker } from "./device-picker.tsx";

type DeviceCheckProps = { name: string; media: LocalMedia; onCall(): void; onClose(): void };

/** Shows the user's own picture and sound before anybody else gets them. */
export function DeviceCheck({ name, media, onCall, onClose }: DeviceCheckProps) {
  const own = useSyncExternalStore(media.subscribe, media.view);
  const problem =
    MICROPHONE_MESSAGES[own.microphone] ??
    (own.isSilent ? t`No sound from your microphone. Say something, or choose another one.` : "");
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Camera and microphone`}
      description={t`Nobody can see or hear you yet. ${name} is called when you are ready.`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button onClick={onCall} data-autofocus>
            {t`Call ${name}`}
          </Button>
        </>
      }
    >
      <Stack>
        <div className={styles.mirror}>
          <Picture
            stream={own.preview}
            label={t`Your camera`}
            isHidden={own.camera !== "on"}
            isMirrored
            isMuted
          />
          {own.camera !== "on" && (
            <Stack
              gap={10}
              align="center"
              pad={16}
              tone="soft"
              textWrap="pretty"
              textAlign="center"
              maxWidth="36ch"
              role="status"
            >
              <VideoOff size="1.75rem" strokeWidth={1.75} aria-hidden />
              <p>{CAMERA_MESSAGES[own.camera]}</p>
            </Stack>
          )}
        </div>
        <Row gap={32} lineGap={8} align="stretch" wrap>
          <Switch label={t`Camera`} isOn={own.camera === "on"} onChange={media.toggleCamera} />
          <Switch label={t`Microphone`} isOn={own.microphone === "on"} onChange={media.toggleMicrophone} />
        </Row>
        <DevicePicker media={media} />
        <p className={styles.problem} role="status">
          {problem}
        </p>
      </Stack>
    </Dialog>
  );
}
