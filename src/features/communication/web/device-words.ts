import type { Device } from "./call-media.ts";

export const CAMERA_WORDS: Record<Device, string> = {
  asking: "Waiting for your camera …",
  on: "",
  off: "Your camera is off",
  denied: "This site may not use your camera. Allow it in the address bar, then start the camera.",
  missing: "No camera was found",
  busy: "Another program is using your camera",
  unsupported: "Your browser gives the camera to pages on https or on this computer only",
};

export const MICROPHONE_PROBLEMS: Partial<Record<Device, string>> = {
  denied: "This site may not use your microphone. Allow it in the address bar, then unmute.",
  missing: "No microphone was found. You can hear the others, and they cannot hear you.",
  busy: "Another program is using your microphone",
  unsupported: "Your browser gives the microphone to pages on https or on this computer only",
};
