import { t } from "#i18n/message.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { STATUS_LABELS } from "../../fields.ts";
import type { TaskOnWire } from "../../model.ts";
import { toggleCompleted } from "../task-mutations.ts";
import { STATUS_ICONS, STATUS_TONES } from "../wording.ts";
import styles from "./status-button.module.css";

/** The status as an icon; a click completes the task or reopens it. */
export function StatusButton({ task }: { task: TaskOnWire }) {
  const Icon = STATUS_ICONS[task.status];
  const isDone = task.status === "completed";
  const status = STATUS_LABELS[task.status];
  return (
    <PlainButton
      focusInside
      className={styles.button}
      data-tone={STATUS_TONES[task.status]}
      aria-label={isDone ? t`Reopen '${task.title}'` : t`Complete '${task.title}'`}
      title={isDone ? t`${status}: click to reopen` : t`${status}: click to complete`}
      onClick={(event) => {
        event.stopPropagation();
        toggleCompleted(task);
      }}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
    </PlainButton>
  );
}
