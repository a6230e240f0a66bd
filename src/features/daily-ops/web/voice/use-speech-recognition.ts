import { useEffect, useRef, useState } from "react";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { createSpeechRecognizer, type SpeechRecognizer } from "#ui/speech/speech-recognition.ts";

/** Errors after which retrying in this browser is useless. */
const BROKEN = new Set(["network", "service-not-allowed", "language-not-supported"]);

type SpeechRecognitionOptions = { onCommand(text: string): void; onBroken(): void };

/** One spoken command: en-US, a single utterance, shown while recognized, submitted when listening ends (DAILY-27). */
export function useSpeechRecognition({ onCommand, onBroken }: SpeechRecognitionOptions) {
  const [isListening, setListening] = useState(false);
  const [transcript, setTranscript] = useState("");
  const recognizer = useRef<SpeechRecognizer>(undefined);
  useEffect(() => () => recognizer.current?.stop(), []);

  const start = () => {
    const created = createSpeechRecognizer();
    recognizer.current = created;
    if (!created) return;
    let recognized = "";
    let hasFailed = false;
    created.lang = "en-US";
    created.continuous = false;
    created.interimResults = true;
    created.onresult = ({ results }) => {
      recognized = Array.from(results, (result) => result[0]?.transcript ?? "").join("");
      setTranscript(recognized);
    };
    created.onerror = ({ error }) => {
      hasFailed = true;
      setListening(false);
      if (BROKEN.has(error)) onBroken();
      if (error !== "aborted") toast.failure(t`Voice Recognition Error`, t`Error: ${error}`);
    };
    created.onend = () => {
      setListening(false);
      if (!hasFailed && recognized.trim() !== "") onCommand(recognized);
    };
    setTranscript("");
    setListening(true);
    created.start();
  };
  return { isListening, transcript, start, stop: () => recognizer.current?.stop() };
}
