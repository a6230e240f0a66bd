import { Plus, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { TabBar, TabList, TabPanel } from "#ui/display/tabs.tsx";
import { PageButton } from "#ui/inputs/button.tsx";
import { useShortcut } from "#ui/keyboard/shortcuts.ts";
import { laterPart } from "#ui/later-part.tsx";
import { Page } from "#ui/page.tsx";
import { useAddressAction } from "#ui/use-address-action.ts";
import { OpenDialog, useFetchedDialogs } from "./editor/open-dialog.tsx";
import { openEditor, openTask } from "./editor/open-editor.ts";
import { storedView, storeView } from "./filters/stored-view.ts";
import type { TaskAddress, TaskView } from "./filters/task-address.ts";
import { useTaskAddress } from "./filters/use-task-address.ts";
import { TrashButton, ViewChoice } from "./filters/view-choice.tsx";
import { LiveRegion } from "./live-region.tsx";
import { TasksPanel } from "./tasks-panel.tsx";
import { useRecommendations } from "./use-recommendations.ts";

const ProjectsPanel = laterPart(async () => (await import("./projects/projects-panel.tsx")).ProjectsPanel);
const RecommendationsPanel = laterPart(
  async () => (await import("./recommendations-panel.tsx")).RecommendationsPanel,
);
const TrashPanel = laterPart(async () => (await import("./trash-panel.tsx")).TrashPanel);

const TABS = [
  { value: "tasks", label: t`Tasks` },
  { value: "projects", label: t`Projects` },
] as const;

const WORDS = {
  title: t`Task Management`,
  area: t`Tasks`,
  subtitle: t`Advanced project tracking and priority management`,
};

export function TasksPage() {
  const { address, change } = useTaskAddress();
  const tab = address.tab ?? "tasks";
  const onProjects = tab === "projects";
  const { advice, isLoading, load, dismiss } = useRecommendations();
  useShortcut("c", t`Create task`, t`Tasks`, () => openEditor({ kind: "new task" }));
  useDialogFromAddress(address, change);
  useFetchAfterPage(ProjectsPanel, RecommendationsPanel, TrashPanel);
  const view = address.view ?? storedView();
  const chooseView = (next: TaskView) => {
    storeView(next);
    change({ view: next });
  };
  return (
    <Page
      isCompact
      {...WORDS}
      actions={!onProjects && <RecommendationsButton isLoading={isLoading} onRequest={load} />}
      primaryAction={<CreateButton kind={onProjects ? "new project" : "new task"} />}
      tabs={
        <Tabs tab={tab} onChange={(next) => change({ tab: next, trash: undefined })}>
          {!onProjects && !address.trash && <ViewChoice view={view} onChoose={chooseView} />}
          {!address.trash && <TrashButton onTrash={() => change({ trash: true })} />}
        </Tabs>
      }
    >
      <TabPanel id="tasks" value="tasks" isActive={!onProjects}>
        {advice && (
          <RecommendationsPanel
            advice={advice}
            onDismiss={dismiss}
            onShowTasks={(parts) => change({ ...parts, trash: undefined })}
          />
        )}
        {address.trash ? (
          <TrashPanel of="tasks" onLeave={() => change({ trash: undefined })} />
        ) : (
          <TasksPanel address={address} view={view} change={change} />
        )}
      </TabPanel>
      <TabPanel id="tasks" value="projects" isActive={onProjects}>
        {address.trash ? (
          <TrashPanel of="projects" onLeave={() => change({ trash: undefined })} />
        ) : (
          <ProjectsPanel onShowTasks={change} />
        )}
      </TabPanel>
      <OpenDialog />
      <LiveRegion />
    </Page>
  );
}

const CreateButton = ({ kind }: { kind: "new project" | "new task" }) => (
  <PageButton
    icon={Plus}
    label={kind === "new project" ? t`Create Project` : t`Create Task`}
    onClick={() => openEditor({ kind })}
  />
);

type TabsProps = {
  tab: (typeof TABS)[number]["value"];
  onChange(tab: "projects" | undefined): void;
  children: ReactNode;
};

const Tabs = ({ tab, onChange, children }: TabsProps) => (
  <TabBar
    tabs={
      <TabList
        id="tasks"
        label={t`Tasks and projects`}
        value={tab}
        onChange={(next) => onChange(next === "projects" ? next : undefined)}
        tabs={TABS}
      />
    }
  >
    {children}
  </TabBar>
);

const RecommendationsButton = ({ isLoading, onRequest }: { isLoading: boolean; onRequest(): void }) => (
  <PageButton
    variant="default"
    icon={Sparkles}
    label={t`AI Recommendations`}
    loading={isLoading}
    onClick={onRequest}
  />
);

/**
 * `?task=` and `?create=` open a dialog; they are removed from the URL at once, so that closing needs no navigation.
 */
function useDialogFromAddress(
  { task, create }: TaskAddress,
  change: (parts: Partial<TaskAddress>, options: { replace: boolean }) => void,
): void {
  useFetchedDialogs();
  useAddressAction(task, (id) => {
    openTask(id);
    change({ task: undefined }, { replace: true });
  });
  useAddressAction(create, (kind) => {
    openEditor({ kind: kind === "task" ? "new task" : "new project" });
    change({ create: undefined }, { replace: true });
  });
}
