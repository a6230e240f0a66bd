import { Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { TaskOnWire } from "../../model.ts";
import { openTask } from "../editor/open-editor.ts";
import { taskRecords } from "../records.ts";
import { taskWrites } from "../task-mutations.ts";
import { IconAction } from "./icon-action.tsx";
import { StatusButton } from "./status-button.tsx";
import styles from "./task-card.module.css";
import {
  BlockedBadge,
  DueDate,
  PriorityBadge,
  PriorityDot,
  ProjectName,
  Provenance,
  StatusBadge,
  Steps,
  Tags,
} from "./task-facts.tsx";

/** One task with all its details. All cards have the same height, so that ten thousand of them can be scrolled. */
export const TaskCard = memo(function TaskCard({ id, isActive }: { id: string; isActive: boolean }) {
  const task = useRecord(taskRecords, id);
  if (!task) return null;
  return (
    <Stack
      as="article"
      gap={6}
      pad="8px 12px 14px 8px"
      surface="card"
      shrink
      id={`task-${id}`}
      tabIndex={isActive ? 0 : -1}
      aria-label={task.title}
      className={styles.card}
      data-task={id}
      data-done={task.status === "completed" || undefined}
    >
      <Row as="header" gap={4} align="start">
        <StatusButton task={task} />
        <Row
          as="span"
          margin="12px 6px 0 0"
          gap={0}
          display="inline-flex"
          align="stretch"
          className={styles.dot}
        >
          <PriorityDot priority={task.priority} />
        </Row>
        <PlainButton className={styles.title} onClick={() => openTask(id)}>
          {task.title}
        </PlainButton>
        <Row as="span" noShrink gap={0} align="stretch">
          <IconAction label={t`Edit '${task.title}'`} icon={Pencil} onClick={() => openTask(id)} />
          <IconAction
            label={t`Delete '${task.title}'`}
            icon={Trash2}
            onClick={() => void taskWrites.delete(task)}
          />
        </Row>
      </Row>
      <Text size="list" tone="soft" overflow="break" grow lines={2} className={styles.description}>
        {task.description}
      </Text>
      <Badges task={task} />
      <Row shrink className={styles.line}>
        <DueDate task={task} />
        <ProjectName task={task} />
        <Provenance task={task} />
      </Row>
      <Row shrink className={styles.line}>
        <Tags tags={task.tags} limit={3} />
      </Row>
    </Stack>
  );
});

const Badges = ({ task }: { task: TaskOnWire }) => (
  <Row shrink className={styles.line}>
    <StatusBadge status={task.status} />
    <PriorityBadge priority={task.priority} />
    <BlockedBadge task={task} />
    <Steps task={task} />
  </Row>
);
