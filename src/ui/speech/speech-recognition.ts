/** The part of the browser's speech recognition that is used here; TypeScript's library has no types for it. */
export type SpeechRecognizer = {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
};

type SpeechScope = {
  SpeechRecognition?: new () => SpeechRecognizer;
  webkitSpeechRecognition?: new () => SpeechRecognizer;
};

/** Undefined if the browser does not support it. */
export function createSpeechRecognizer(
  scope: SpeechScope = globalThis as SpeechScope,
): SpeechRecognizer | undefined {
  const Recognizer = scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
  return Recognizer && new Recognizer();
}

export const canRecognizeSpeech = (scope: SpeechScope = globalThis as SpeechScope): boolean =>
  (scope.SpeechRecognition ?? scope.webkitSpeechRecognition) !== undefined;
