import { CalendarRange, Pencil, Trash2 } from "lucide-react";
import { useRecord } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
import type { ProjectOnWire } from "../../model.ts";
import { openEditor } from "../editor/open-editor.ts";
import type { TaskAddress } from "../filters/task-address.ts";
import { IconAction } from "../list/icon-action.tsx";
import { StatusBadge } from "../list/task-facts.tsx";
import { projectRecords } from "../records.ts";
import styles from "./project-card.module.css";
import { projectWrites } from "./project-mutations.ts";

type ProjectCardProps = { id: string; onShowTasks(address: Partial<TaskAddress>): void };

export function ProjectCard({ id, onShowTasks }: ProjectCardProps) {
  const project = useRecord(projectRecords, id);
  if (!project) return null;
  const edit = () => openEditor({ kind: "project", id });
  return (
    <Stack
      as="li"
      gap={8}
      pad="8px 12px 16px 16px"
      surface="card"
      shrink
      className={styles.card}
      aria-label={project.name}
    >
      <Row as="header" gap={0} align="start">
        <Text as="h3" grow margin="6px 0 0">
          <PlainButton className={styles.open} onClick={edit}>
            {project.name}
          </PlainButton>
        </Text>
        <IconAction label={`Edit '${project.name}'`} icon={Pencil} onClick={edit} />
        <IconAction
          label={`Delete '${project.name}'`}
          icon={Trash2}
          onClick={() => void projectWrites.delete(project)}
        />
      </Row>
      <Text size="list" tone="soft" overflow="break" grow lines={2} className={styles.description}>
        {project.description}
      </Text>
      <Row gap={12} lineGap={6} wrap margin="auto 0 0">
        <StatusBadge status={project.status} />
        <DateRange project={project} />
      </Row>
      <Progress project={project} onShowTasks={onShowTasks} />
    </Stack>
  );
}

function DateRange({ project: { startDate, endDate } }: { project: ProjectOnWire }) {
  if (!startDate && !endDate)
    return (
      <Text as="span" size="label" tone="soft" isTabular className={styles.dates}>
        No dates
      </Text>
    );
  const [from, to] = [startDate && formatDate(startDate), endDate && formatDate(endDate)];
  return (
    <Text as="span" size="label" tone="soft" isTabular className={styles.dates}>
      <CalendarRange size={14} strokeWidth={1.75} aria-hidden />
      {from && to ? `${from} – ${to}` : from ? `From ${from}` : `Until ${to}`}
    </Text>
  );
}

/** Shows whether the number is computed from the project's tasks or typed. */
function Progress({
  project,
  onShowTasks,
}: { project: ProjectOnWire } & Pick<ProjectCardProps, "onShowTasks">) {
  const { progressPercentage, computed, tasks, id } = project;
  return (
    <Box margin="2px 4px 0 0">
      <Row gap={12} align="stretch" justify="space-between" size="label" tone="soft" isTabular>
        {computed ? (
          <PlainButton
            className={styles.tasks}
            title="Show these tasks"
            onClick={() => onShowTasks({ tab: undefined, project: id })}
          >
            {tasks.completed} of {tasks.total} tasks
          </PlainButton>
        ) : (
          <span>Set by hand</span>
        )}
        <Text as="span" tone="ink" weight="medium">
          {progressPercentage}%
        </Text>
      </Row>
      <div
        role="progressbar"
        aria-label={`Progress of '${project.name}'`}
        aria-valuenow={progressPercentage}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.track}
      >
        <span className={styles.bar} style={{ transform: `scaleX(${progressPercentage / 100})` }} />
      </div>
    </Box>
  );
}
