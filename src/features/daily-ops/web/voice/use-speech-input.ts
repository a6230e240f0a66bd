import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { canRecognizeSpeech } from "#ui/speech/speech-recognition.ts";
import type { TranscribedBy } from "../../voice-model.ts";
import { voiceCommands } from "../api.ts";
import { useRecording } from "./use-recording.ts";
import { useSpeechRecognition } from "./use-speech-recognition.ts";

export type SpeechInputKind = "browser" | "service";

/**
 * Converts speech to text: the browser's recognition, otherwise the service of this instance; with both, the user
 * chooses. If recognition does not work in this browser, the service replaces it.
 */
export function useSpeechInput(onCommand: (text: string, transcribedBy: TranscribedBy) => void) {
  const { data } = useQuery(voiceCommands.transcriber.query({}));
  const service = data?.service ?? null;
  const [chosen, choose] = useState<SpeechInputKind>();
  const usual: SpeechInputKind = canRecognizeSpeech() || !service ? "browser" : "service";
  const way = service ? (chosen ?? usual) : "browser";
  const listening = useSpeechRecognition({
    onCommand: (text) => onCommand(text, "browser"),
    onBroken: () => choose("service"),
  });
  const recording = useRecording(onCommand);
  const isListening = way === "browser" ? listening.isListening : recording.state === "recording";
  const start = () => {
    if (way === "service") recording.start();
    else if (canRecognizeSpeech()) listening.start();
    else toast.failure(t`Voice Recognition Not Supported`, t`Please type your command instead.`);
  };
  return {
    service,
    way,
    choose,
    hasBoth: service !== null && canRecognizeSpeech(),
    isListening,
    isUnderstanding: recording.state === "understanding",
    transcript: way === "browser" ? listening.transcript : "",
    start,
    stop: way === "browser" ? listening.stop : recording.stop,
  };
}
