import { useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { RECORDING_SECONDS, type TranscribedBy } from "../../voice-model.ts";
import { voiceCommands } from "../api.ts";

/** Enough for speech; a minute of it is about 180 kB. */
const BITS_PER_SECOND = 24_000;

/** Records one command and has the service of this instance transcribe it; stops after a minute. */
export function useRecording(onCommand: (text: string, transcribedBy: TranscribedBy) => void) {
  const [state, setState] = useState<"idle" | "recording" | "understanding">("idle");
  const recorder = useRef<MediaRecorder>(undefined);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      end(recorder.current);
    };
  }, []);

  const understand = async (audio: Blob) => {
    setState("understanding");
    try {
      const { text, transcribedBy } = await voiceCommands.transcribe.call({ audio: await asBase64(audio) });
      onCommand(text, transcribedBy);
    } catch (error) {
      toast.failure(t`Failed to process voice command`, (error as Error).message);
    }
    setState("idle");
  };

  const start = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const created = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND });
      if (isUnmounted.current) return silence(stream);
      const parts: Blob[] = [];
      const stopTimer = setTimeout(() => end(created), RECORDING_SECONDS * 1000);
      created.ondataavailable = ({ data }) => parts.push(data);
      created.onstop = () => {
        clearTimeout(stopTimer);
        silence(stream);
        // Whoever left the page while speaking did not finish a command.
        if (!isUnmounted.current) void understand(new Blob(parts, { type: created.mimeType }));
      };
      recorder.current = created;
      created.start();
      setState("recording");
    } catch (error) {
      setState("idle");
      toast.failure(t`Voice Recognition Error`, t`Error: ${codeOf(error)}`);
    }
  };
  return { state, start: () => void start(), stop: () => end(recorder.current) };
}

/** Stopping an inactive recorder would throw. */
const end = (recorder: MediaRecorder | undefined) => {
  if (recorder && recorder.state !== "inactive") recorder.stop();
};

const silence = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop();
};

/** Error codes of the Web Speech API, which the page also uses. */
const codeOf = (error: unknown) =>
  (error as DOMException).name === "NotAllowedError" ? "not-allowed" : "audio-capture";

async function asBase64(audio: Blob): Promise<string> {
  const bytes = new Uint8Array(await audio.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
