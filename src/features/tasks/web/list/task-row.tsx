import { Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { openTask } from "../editor/open-editor.ts";
import { taskRecords } from "../records.ts";
import { taskWrites } from "../task-mutations.ts";
import { IconAction } from "./icon-action.tsx";
import { StatusButton } from "./status-button.tsx";
import { BlockedBadge, DueDate, PriorityDot, ProjectName, StatusBadge, Steps, Tags } from "./task-facts.tsx";
import styles from "./task-row.module.css";

type TaskRowProps = { id: string; isActive: boolean; position: number; count: number };

/** One task in one line. Its buttons appear on hover and focus. */
export const TaskRow = memo(function TaskRow({ id, isActive, position, count }: TaskRowProps) {
  const task = useRecord(taskRecords, id);
  if (!task) return null;
  return (
    <Row
      pad="0px 12px 0 8px"
      size="list"
      role="listitem"
      id={`task-${id}`}
      tabIndex={isActive ? 0 : -1}
      aria-label={task.title}
      aria-posinset={position}
      aria-setsize={count}
      data-task={id}
      data-done={task.status === "completed" || undefined}
      className={styles.row}
      onClick={() => openTask(id)}
    >
      <StatusButton task={task} />
      <PriorityDot priority={task.priority} />
      <Text as="span" weight="medium" overflow="dots" grow className={styles.title}>
        {task.title}
      </Text>
      <Row as="span" gap={10} noShrink maxWidth="60%">
        <BlockedBadge task={task} />
        <Steps task={task} />
        <Row as="span" shrink gap={10} className={styles.wide}>
          <Tags tags={task.tags} limit={2} />
          <ProjectName task={task} />
        </Row>
        {task.status !== "todo" && (
          <Row as="span" shrink gap={10} className={styles.wide}>
            <StatusBadge status={task.status} />
          </Row>
        )}
        <span className={styles.due}>
          <DueDate task={task} short />
        </span>
      </Row>
      <Row as="span" gap={0} className={styles.actions}>
        <IconAction label={t`Edit '${task.title}'`} icon={Pencil} onClick={() => openTask(id)} />
        <IconAction
          label={t`Delete '${task.title}'`}
          icon={Trash2}
          onClick={() => void taskWrites.delete(task)}
        />
      </Row>
    </Row>
  );
});
