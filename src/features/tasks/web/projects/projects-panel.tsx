import { FolderKanban } from "lucide-react";
import { t } from "#i18n/message.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonTallCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Grid } from "#ui/layout/stack.tsx";
import { LoadedList, ShowMore } from "#ui/lists/loaded-list.tsx";
import { openEditor } from "../editor/open-editor.ts";
import type { TaskAddress } from "../filters/task-address.ts";
import { allProjects, projectRecords } from "../records.ts";
import { ProjectCard } from "./project-card.tsx";

type ProjectsPanelProps = { onShowTasks(address: Partial<TaskAddress>): void };

export function ProjectsPanel({ onShowTasks }: ProjectsPanelProps) {
  const list = useRecordList(projectRecords, allProjects.key, allProjects.source);
  return (
    <LoadedList
      list={list}
      failure={t`Failed to fetch projects`}
      loading={<SkeletonTallCards height={208} label={t`Loading projects`} />}
      empty={<NoneYet />}
    >
      <Grid as="ul" columns="18.75rem" gap={16}>
        {list.ids.map((id) => (
          <ProjectCard key={id} id={id} onShowTasks={onShowTasks} />
        ))}
      </Grid>
      <ShowMore list={list} noun="projects" />
    </LoadedList>
  );
}

const NoneYet = () => (
  <EmptyState
    icon={FolderKanban}
    title={t`Group tasks into projects`}
    message={t`A project shows the progress of its tasks.`}
    action={
      <Button variant="default" onClick={() => openEditor({ kind: "new project" })}>
        {t`Create Project`}
      </Button>
    }
  />
);
