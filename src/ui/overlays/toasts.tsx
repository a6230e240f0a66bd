import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { PlainButton } from "../inputs/plain-button.tsx";
import { currentToasts, subscribeToToasts, type Toast, toast } from "./toast.ts";
import styles from "./toasts.module.css";

const ICONS = { success: CircleCheck, failure: CircleAlert, notice: Info };

/** Milliseconds on screen; longer if there is an action or an error to read. */
const lifetime = ({ kind, onUndo }: Toast) => (onUndo || kind === "failure" ? 8000 : 4500);

/** The time pauses while the pointer or the focus is on a toast. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const [isHeld, setHeld] = useState(false);
  return (
    <div className={styles.region}>
      <div
        role="status"
        aria-label="Notifications"
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
  const { id, kind, title, message, onUndo, label = "Undo" } = entry;
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
        aria-label="Dismiss"
        onClick={() => toast.dismiss(id)}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </PlainButton>
    </div>
  );
}
