import { useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { createSpeechRecognizer, type SpeechRecognizer } from "#ui/speech/speech-recognition.ts";

const REASONS: Record<string, string> = {
  "not-allowed": t`The browser does not let this page use the microphone.`,
  "audio-capture": t`No microphone was found.`,
  "no-speech": t`No speech was detected.`,
};
const NOT_AVAILABLE = t`This browser cannot turn speech into text here.`;

/** Transcribes speech while `isRecording`; if that is impossible, an error message says why. */
export function useDictation(onText: (text: string) => void) {
  const [isRecording, setRecording] = useState(false);
  const recognizer = useRef<SpeechRecognizer>(undefined);
  useEffect(() => () => recognizer.current?.stop(), []);

  const start = () => {
    const created = createSpeechRecognizer();
    recognizer.current = created;
    if (!created) return explain(NOT_AVAILABLE);
    let hasFailed = false;
    created.interimResults = true;
    created.continuous = true;
    created.lang = navigator.language;
    created.onresult = ({ results }) =>
      onText(Array.from(results, (result) => result[0]?.transcript ?? "").join(""));
    created.onerror = ({ error }) => {
      if (error === "aborted") return;
      hasFailed = true;
      explain(REASONS[error] ?? NOT_AVAILABLE);
    };
    created.onend = () => {
      if (!hasFailed) setRecording(false);
    };
    created.start();
  };

  const toggle = () => {
    setRecording(!isRecording);
    if (isRecording) recognizer.current?.stop();
    else start();
  };
  return { isRecording, toggle };
}

function explain(reason: string): void {
  toast.notice(t`Dictation is not available`, t`${reason} Please type your message.`);
}
