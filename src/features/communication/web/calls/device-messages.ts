import { t } from "#i18n/message.ts";
import type { Device } from "./call-media.ts";

export const CAMERA_MESSAGES: Record<Device, string> = {
  asking: t`Waiting for your camera …`,
  on: "",
  off: t`Your camera is off`,
  denied: t`This site may not use your camera. Allow it in the address bar, then start the camera.`,
  missing: t`No camera was found`,
  busy: t`Another program is using your camera`,
  unsupported: t`Your browser allows the camera only on https pages or on this computer`,
};

export const MICROPHONE_MESSAGES: Partial<Record<Device, string>> = {
  denied: t`This site may not use your microphone. Allow it in the address bar, then unmute.`,
  missing: t`No microphone was found. You can hear the others, and they cannot hear you.`,
  busy: t`Another program is using your microphone`,
  unsupported: t`Your browser allows the microphone only on https pages or on this computer`,
};
