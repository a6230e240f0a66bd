import { FolderKanban, Plus, Trash2 } from "lucide-react";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonTallCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { PlainButton } from "#ui/inputs/plain-button.tsx";
import { Grid, Row } from "#ui/layout/stack.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { openEditor } from "../editor/open-editor.ts";
import type { TaskAddress } from "../filters/task-address.ts";
import { allProjects, projectRecords } from "../records.ts";
import { ProjectCard } from "./project-card.tsx";
import styles from "./projects-panel.module.css";

type ProjectsPanelProps = { onShowTasks(address: Partial<TaskAddress>): void };

export function ProjectsPanel({ onShowTasks }: ProjectsPanelProps) {
  const list = useRecordList(projectRecords, allProjects.key, allProjects.source);
  const { ids, phase, hasMore } = list;
  const hasFailed = phase === "failed";
  useFailureReport(hasFailed, () => toast.failure("Failed to fetch projects"));
  if (ids.length === 0 && phase === "loading")
    return <SkeletonTallCards height={208} label="Loading projects" />;
  if (ids.length === 0 && hasFailed)
    return (
      <ErrorState
        title="Failed to fetch projects"
        message="Nothing is lost. Please try again."
        onRetry={() => void list.more()}
      />
    );
  if (ids.length === 0)
    return (
      <EmptyState
        icon={FolderKanban}
        title="Group tasks into projects"
        message="A project shows the progress of its tasks."
        action={
          <Button
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => openEditor({ kind: "new project" })}
          >
            Create Project
          </Button>
        }
      />
    );
  return (
    <>
      <Row gap={0} align="stretch" justify="end" margin="0 0 8px">
        <PlainButton shape="quiet" onClick={() => onShowTasks({ trash: true })}>
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          Trash
        </PlainButton>
      </Row>
      <Grid as="ul" columns="300px" gap={16}>
        {ids.map((id) => (
          <ProjectCard key={id} id={id} onShowTasks={onShowTasks} />
        ))}
      </Grid>
      {hasMore && (
        <Button variant="default" className={styles.more} onClick={() => void list.more()}>
          Show more projects
        </Button>
      )}
    </>
  );
}
