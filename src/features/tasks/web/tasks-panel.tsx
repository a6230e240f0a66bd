import { ListChecks, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { useFetchAfterPage } from "#platform/client/use-fetch-after-page.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { SkeletonRows, SkeletonTallCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { laterPart } from "#ui/later-part.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { ListEnd, LoadedList } from "#ui/lists/loaded-list.tsx";
import { openEditor } from "./editor/open-editor.ts";
import {
  filterOf,
  filtersSet,
  type TaskAddress,
  type TaskFilter,
  type TaskView,
  unfiltered,
} from "./filters/task-address.ts";
import { TaskToolbar } from "./filters/task-toolbar.tsx";
import { OpenTasks } from "./list/open-tasks.tsx";
import { TaskList } from "./list/task-list.tsx";
import { QuickAdd } from "./quick-add.tsx";
import { taskRecords } from "./records.ts";
import { taskSource } from "./task-source.ts";
import styles from "./tasks-panel.module.css";

type TasksPanelProps = {
  address: TaskAddress;
  view: TaskView;
  change(parts: Partial<TaskAddress>, options?: { replace?: boolean }): void;
};

const CARDS_LOADING = <SkeletonTallCards height={208} label={t`Loading tasks`} />;
const ROWS_LOADING = <SkeletonRows count={6} label={t`Loading tasks`} />;
/** With the library that drags its cards. */
const TaskBoard = laterPart(async () => (await import("./board/task-board.tsx")).TaskBoard, CARDS_LOADING);
const TaskGrid = laterPart(async () => (await import("./list/task-grid.tsx")).TaskGrid, CARDS_LOADING);

export function TasksPanel({ address, view, change }: TasksPanelProps) {
  useFetchAfterPage(TaskBoard, TaskGrid);
  const filter = filterOf(address, view);
  return (
    <Stack gap={12} className={styles.panel}>
      <div className={styles.quickAdd} data-bottom-bar>
        <QuickAdd />
      </div>
      <TaskToolbar address={address} view={view} change={change} />
      <Tasks filter={filter} view={view} onClear={() => change(unfiltered)} />
    </Stack>
  );
}

type TasksProps = { filter: TaskFilter; view: TaskView; onClear(): void };

/** The tasks in the chosen view, or their loading, error or empty state. */
function Tasks({ filter, view, onClear }: TasksProps) {
  const isFiltered = filter.search || filtersSet(filter) > 0;
  const none = isFiltered ? <NoneFound onClear={onClear} /> : <NoneYet />;
  if (view === "list" && filter.status.length === 0)
    return <OpenTasks filter={filter} loading={ROWS_LOADING} none={none} />;
  return <AllTasks filter={filter} view={view} none={none} />;
}

type AllTasksProps = { filter: TaskFilter; view: TaskView; none: ReactNode };

/** Open and completed tasks together. */
function AllTasks({ filter, view, none }: AllTasksProps) {
  const { key, source } = taskSource(filter);
  const list = useRecordList(taskRecords, key, source);
  return (
    <LoadedList
      list={list}
      failure={t`Failed to fetch tasks`}
      loading={view === "list" ? ROWS_LOADING : CARDS_LOADING}
      empty={none}
    >
      {view === "board" && <TaskBoard filter={filter} />}
      {view === "grid" && <TaskGrid key={key} list={list} />}
      {view === "list" && <TaskList key={key} list={list} />}
      {view !== "board" && <ListEnd list={list} noun="tasks" />}
    </LoadedList>
  );
}

const NoneYet = () => (
  <EmptyState
    icon={ListChecks}
    title={t`Your tasks appear here`}
    message={t`Type the first one into the line for new tasks.`}
    action={
      <Button variant="default" onClick={() => openEditor({ kind: "new task" })}>
        {t`Create Task`}
      </Button>
    }
  />
);

const NoneFound = ({ onClear }: { onClear(): void }) => (
  <EmptyState
    icon={SearchX}
    title={t`No task matches`}
    message={t`No task matches this search and these filters.`}
    action={
      <Button variant="default" onClick={onClear}>
        {t`Show all tasks`}
      </Button>
    }
  />
);
