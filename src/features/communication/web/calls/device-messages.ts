import type { Device } from "./call-media.ts";

export const CAMERA_MESSAGES: Record<Device, string> = {
  asking: "Waiting for your camera …",
  on: "",
  off: "Your camera is off",
  denied: "This site may not use your camera. Allow it in the address bar, then start the camera.",
  missing: "No camera was found",
  busy: "Another program is using your camera",
  unsupported: "Your browser allows the camera only on https pages or on this computer",
};

export const MICROPHONE_MESSAGES: Partial<Record<Device, string>> = {
  denied: "This site may not use your microphone. Allow it in the address bar, then unmute.",
  missing: "No microphone was found. You can hear the others, and they cannot hear you.",
  busy: "Another program is using your microphone",
  unsupported: "Your browser allows the microphone only on https pages or on this computer",
};
