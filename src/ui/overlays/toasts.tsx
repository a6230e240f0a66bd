import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { type RefCallback, useEffect, useState, useSyncExternalStore } from "react";
import { t } from "#i18n/message.ts";
import { PlainButton } from "../inputs/plain-button.tsx";
import { currentToasts, subscribeToToasts, type Toast, toast } from "./toast.ts";
import styles from "./toasts.module.css";

const ICONS = { success: CircleCheck, failure: CircleAlert, notice: Info };

/** Milliseconds on screen: as long as it takes to read, longer if there is an action or an error to think about. */
export function lifetime({ kind, title, message = "", onUndo }: Toast): number {
  const reading = READ_MS_PER_CHARACTER * (title.length + message.length);
  return Math.min(MOST_MS, Math.max(onUndo || kind === "failure" ? 8_000 : 4_500, 2_500 + reading));
}

/** Slow readers read fifteen characters a second. */
const READ_MS_PER_CHARACTER = 65;
const MOST_MS = 20_000;

/** The time pauses while the pointer or the focus is on a toast. */
export function Toasts({ onRegion }: { onRegion?: RefCallback<HTMLElement> }) {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const [isHeld, setHeld] = useState(false);
  return (
    <div ref={onRegion} className={styles.region}>
      <div
        role="status"
        aria-label={t`Notifications`}
        aria-live="polite"
        className={styles.list}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {toasts.map((entry) => (
          <ToastCard key={entry.id} entry={entry} isHeld={isHeld} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ entry, isHeld }: { entry: Toast; isHeld: boolean }) {
  const { id, kind, title, message, onUndo, label = t`Undo` } = entry;
  const duration = lifetime(entry);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toast.dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [isHeld, id, duration]);
  const Icon = ICONS[kind];
  return (
    <div className={styles.toast} data-kind={kind} role={kind === "failure" ? "alert" : undefined}>
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {message && <p className={styles.message}>{message}</p>}
      </div>
      {onUndo && (
        <PlainButton
          focusInside
          className={styles.undo}
          onClick={() => {
            toast.dismiss(id);
            onUndo();
          }}
        >
          {label}
        </PlainButton>
      )}
      <PlainButton
        focusInside
        className={styles.close}
        aria-label={t`Dismiss`}
        onClick={() => toast.dismiss(id)}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </PlainButton>
    </div>
  );
}
