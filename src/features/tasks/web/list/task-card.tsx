import { Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import { useRecord } from "#platform/client/use-records.ts";
import { openTask } from "../editor/open-editor.ts";
import { taskRecords } from "../records.ts";
import { deleteTask } from "../task-mutations.ts";
import { IconAction } from "./icon-action.tsx";
import { StatusButton } from "./status-button.tsx";
import styles from "./task-card.module.css";
import {
  CameBy,
  DueDate,
  PriorityBadge,
  PriorityDot,
  ProjectName,
  StatusBadge,
  Steps,
  Tags,
} from "./task-facts.tsx";

/** One task with all its facts. Every card is equally high, so that ten thousand of them can be scrolled. */
export const TaskCard = memo(function TaskCard({ id, isActive }: { id: string; isActive: boolean }) {
  const task = useRecord(taskRecords, id);
  if (!task) return null;
  return (
    <article
      id={`task-${id}`}
      tabIndex={isActive ? 0 : -1}
      aria-label={task.title}
      className={styles.card}
      data-task={id}
      data-done={task.status === "completed" || undefined}
    >
      <header className={styles.header}>
        <StatusButton task={task} />
        <span className={styles.dot}>
          <PriorityDot priority={task.priority} />
        </span>
        <button type="button" className={styles.title} onClick={() => openTask(id)}>
          {task.title}
        </button>
        <span className={styles.actions}>
          <IconAction label={`Edit '${task.title}'`} icon={Pencil} onClick={() => openTask(id)} />
          <IconAction label={`Delete '${task.title}'`} icon={Trash2} onClick={() => void deleteTask(task)} />
        </span>
      </header>
      <p className={styles.description}>{task.description}</p>
      <div className={styles.line}>
        <StatusBadge status={task.status} />
        <PriorityBadge priority={task.priority} />
        <Steps task={task} />
      </div>
      <div className={styles.line}>
        <DueDate task={task} />
        <ProjectName task={task} />
        <CameBy task={task} />
      </div>
      <div className={styles.line}>
        <Tags tags={task.tags} atMost={3} />
      </div>
    </article>
  );
});
