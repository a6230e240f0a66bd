import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { canRecognizeSpeech } from "#ui/speech-recognition.ts";
import { toast } from "#ui/toast.ts";
import type { HeardBy } from "../model.ts";
import { voiceCommands } from "./api.ts";
import { useListening } from "./use-listening.ts";
import { useRecording } from "./use-recording.ts";

export type Way = "browser" | "service";

/**
 * What turns a spoken command into text: the browser's own recognition, else the service of this instance; who has both
 * chooses. A recognition that turns out not to work here gives way to the service.
 */
export function useHearing(onCommand: (text: string, heardBy: HeardBy) => void) {
  const { data } = useQuery(voiceCommands.hearing.query({}));
  const service = data?.service ?? null;
  const [chosen, choose] = useState<Way>();
  const usual: Way = canRecognizeSpeech() || !service ? "browser" : "service";
  const way = service ? (chosen ?? usual) : "browser";
  const listening = useListening({
    onCommand: (text) => onCommand(text, "browser"),
    onBroken: () => choose("service"),
  });
  const recording = useRecording(onCommand);
  const isListening = way === "browser" ? listening.isListening : recording.state === "recording";
  const start = () => {
    if (way === "service") recording.start();
    else if (canRecognizeSpeech()) listening.start();
    else toast.failure("Voice Recognition Not Supported", "Please type your command instead.");
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
