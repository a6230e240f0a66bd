import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { PlainButton } from "../inputs/plain-button.tsx";
import { useWindowEvent } from "../keyboard/use-window-event.ts";
import { notePress, placeToasts } from "./place-toasts.ts";
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
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const [isHeld, setHeld] = useState(false);
  const region = useFreePlace(toasts);
  return (
    <div ref={region} className={styles.region}>
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

/** Toasts cover no control that is in use, also not one that gets the focus while they are shown. */
function useFreePlace(toasts: readonly Toast[]) {
  const region = useRef<HTMLDivElement>(null);
  const place = () => {
    if (region.current && toasts.length > 0) placeToasts(region.current);
  };
  useLayoutEffect(place);
  useWindowEvent("focusin", place);
  useWindowEvent("pointerdown", notePress);
  return region;
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
