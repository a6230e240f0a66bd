import { useSyncExternalStore } from "react";

let words = "";
const listeners = new Set<() => void>();

/** Says to screen readers what the eye sees: where a task went. */
export function speak(text: string): void {
  // The same words twice are only read twice where they differ.
  words = text === words ? `${text} ` : text;
  for (const listener of listeners) listener();
}

export function LiveRegion() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => words,
  );
  return (
    <div role="status" aria-label="Task changes" className="visually-hidden">
      {text}
    </div>
  );
}
