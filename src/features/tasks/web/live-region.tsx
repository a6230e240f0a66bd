import { useSyncExternalStore } from "react";
import { t } from "#i18n/message.ts";

let message = "";
const listeners = new Set<() => void>();

/** Announces to screen readers what is visible: where a task was moved. */
export function announceToScreenReader(text: string): void {
  // The same text is only read again if it differs.
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
    <div role="status" aria-label={t`Task changes`} className="visually-hidden">
      {text}
    </div>
  );
}
