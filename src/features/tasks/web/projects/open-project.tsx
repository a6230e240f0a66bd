import { Link } from "@tanstack/react-router";
import { FolderKanban, ListChecks, Pencil, SquareKanban, Trash2 } from "lucide-react";
import { t } from "#i18n/message.ts";
import { BackLink } from "#ui/back-link.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows } from "#ui/feedback/skeleton.tsx";
import { ButtonContent, buttonAttributes, PageButton } from "#ui/inputs/button.tsx";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterPart } from "#ui/later-part.tsx";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { useMedia } from "#ui/layout/use-media.ts";
import { Page } from "#ui/page.tsx";
import { type ListAddress, useWayBack } from "#ui/use-way-back.ts";
import type { ProjectOnWire } from "../../model.ts";
import { OpenDialog, useFetchedDialogs } from "../editor/open-dialog.tsx";
import { openEditor } from "../editor/open-editor.ts";
import { filterOf } from "../filters/task-address.ts";
import { CurrentProject } from "../list/current-project.ts";
import { OpenTasks } from "../list/open-tasks.tsx";
import { StatusBadge } from "../list/task-facts.tsx";
import { LiveRegion } from "../live-region.tsx";
import { QuickAdd } from "../quick-add.tsx";
import { relatedRecords } from "../slots.ts";
import styles from "../tasks-panel.module.css";
import projectStyles from "./open-project.module.css";
import { DateRange, Progress } from "./project-facts.tsx";
import { projectWrites } from "./project-mutations.ts";

/** From here on there is room beside the tasks. */
const WIDE = "(min-width: 64em)";

const RelatedRecords = laterPart(() => relatedRecords.get()());

/** A project: its tasks, and what else belongs to it. */
export function OpenProject({ project, list }: { project: ProjectOnWire; list: ListAddress }) {
  const { id, name, description } = project;
  const { leave } = useWayBack(list);
  const isWide = useMedia(WIDE);
  const edit = () => openEditor({ kind: "project", id });
  const remove = () => {
    void projectWrites.delete(project);
    leave();
  };
  useShortcut("c", t`Create task`, t`Tasks`, () =>
    openEditor({ kind: "new task", draft: { projectId: id } }),
  );
  useShortcut("Escape", t`Back to the projects`, t`Tasks`, leave);
  useFetchedDialogs();
  return (
    <Page
      isCompact
      title={name}
      {...(description && { subtitle: description })}
      backLink={<BackLink isNamed list={list} onLeave={leave} />}
      actions={<IconButton icon={Trash2} label={t`Delete '${name}'`} onClick={remove} />}
      primaryAction={<PageButton variant="default" icon={Pencil} label={t`Edit Project`} onClick={edit} />}
    >
      <Stack gap={16} className={styles.panel}>
        <Facts project={project} />
        <div className={projectStyles.columns}>
          {!isWide && <RelatedRecords project={project} isBeside={false} />}
          <Tasks projectId={id} />
          {isWide && <RelatedRecords project={project} isBeside />}
        </div>
      </Stack>
      <OpenDialog />
      <LiveRegion />
    </Page>
  );
}

const Tasks = ({ projectId }: { projectId: string }) => (
  <Stack gap={16} className={projectStyles.tasks}>
    <div className={styles.quickAdd} data-bottom-bar>
      <QuickAdd projectId={projectId} />
    </div>
    <CurrentProject value={projectId}>
      <OpenTasks
        filter={filterOf({ project: projectId })}
        loading={<SkeletonRows count={6} label={t`Loading tasks`} />}
        none={
          <EmptyState
            icon={ListChecks}
            title={t`No tasks in this project yet`}
            message={t`Type the first one into the line for new tasks.`}
          />
        }
      />
    </CurrentProject>
  </Stack>
);

/** State, dates and progress in one line, and the tasks as a board. */
const Facts = ({ project }: { project: ProjectOnWire }) => (
  <Row as="section" aria-label={t`Project`} gap={24} lineGap={12} wrap surface="card" pad="12px 16px">
    <Row gap={12} lineGap={6} wrap>
      <FolderKanban size={18} strokeWidth={1.75} aria-hidden />
      <StatusBadge status={project.status} />
      <DateRange project={project} />
    </Row>
    <Text as="div" grow className={styles.progress}>
      <Progress project={project} />
    </Text>
    <Link
      to="/tasks"
      search={{ project: project.id, view: "board" }}
      {...buttonAttributes({ variant: "subtle", size: "compact-sm" })}
    >
      <ButtonContent leftSection={<SquareKanban size={14} strokeWidth={1.75} aria-hidden />}>
        {t`Show as board`}
      </ButtonContent>
    </Link>
  </Row>
);
