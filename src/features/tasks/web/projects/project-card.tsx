import { Link } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useRecord } from "#platform/client/use-records.ts";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { FROM_LIST } from "#ui/use-way-back.ts";
import { openEditor } from "../editor/open-editor.ts";
import type { TaskAddress } from "../filters/task-address.ts";
import { IconAction } from "../list/icon-action.tsx";
import { StatusBadge } from "../list/task-facts.tsx";
import { projectRecords } from "../records.ts";
import styles from "./project-card.module.css";
import { DateRange, Progress } from "./project-facts.tsx";
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
          <Link id={`project-${id}`} to={`/tasks/projects/${id}`} state={FROM_LIST} className={styles.open}>
            {project.name}
          </Link>
        </Text>
        <IconAction label={t`Edit '${project.name}'`} icon={Pencil} onClick={edit} />
        <IconAction
          label={t`Delete '${project.name}'`}
          icon={Trash2}
          onClick={() => void projectWrites.delete(project)}
        />
      </Row>
      <Text size="list" tone="soft" overflow="break" grow lines={2} className={styles.description}>
        {project.description}
      </Text>
      <Stack gap={6} align="start">
        <StatusBadge status={project.status} />
        <DateRange project={project} />
      </Stack>
      <Progress project={project} onShowTasks={onShowTasks} />
    </Stack>
  );
}
