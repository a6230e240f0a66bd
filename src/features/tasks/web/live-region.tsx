import { useSyncExternalStore } from "react";

let message = "";
const listeners = new Set<() => void>();

/** Says to screen readers what the eye sees: where a task went. */
export function announceToScreenReader(text: string): void {
  // The same words twice are only read twice where they differ.
  message = text === message ? `${text} ` : text;
  for (const listener of listeners) listener();
}

export function LiveRegion() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => message,
  );
  return (
    <div role="status" aria-label="Task changes" className="visually-hidden">
      {text}
    </div>
  );
}
