import { ListChecks, Plus, SearchX } from "lucide-react";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { SkeletonRows, SkeletonTallCards } from "#ui/feedback/skeleton.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import { toast } from "#ui/overlays/toast.ts";
import { useFailureReport } from "#ui/overlays/use-failure-report.ts";
import { TaskBoard } from "./board/task-board.tsx";
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
import { TaskGrid } from "./list/task-grid.tsx";
import { TaskList } from "./list/task-list.tsx";
import { QuickAdd } from "./quick-add.tsx";
import { taskRecords } from "./records.ts";
import { taskSource } from "./task-source.ts";
import styles from "./tasks-panel.module.css";

type TasksPanelProps = {
  address: TaskAddress;
  change(parts: Partial<TaskAddress>, options?: { replace?: boolean }): void;
};

const VIEW_KEY = "tasks view";

export function TasksPanel({ address, change }: TasksPanelProps) {
  const filter = filterOf(address);
  const view = address.view ?? rememberedView();
  const choose = (parts: Partial<TaskAddress>, options?: { replace?: boolean }) => {
    if (parts.view) rememberView(parts.view);
    change(parts, options);
  };
  return (
    <Stack>
      <QuickAdd />
      <TaskToolbar address={address} view={view} change={choose} />
      <Tasks filter={filter} view={view} onClear={() => change(unfiltered)} />
    </Stack>
  );
}

type TasksProps = { filter: TaskFilter; view: TaskView; onClear(): void };

/** The list, or its loading, error or empty state. */
function Tasks({ filter, view, onClear }: TasksProps) {
  const { key, source } = taskSource(filter);
  const list = useRecordList(taskRecords, key, source);
  const { ids, phase, hasMore } = list;
  const hasFailed = phase === "failed";
  useFailureReport(hasFailed, () => toast.failure("Failed to fetch tasks"));

  if (ids.length === 0 && phase === "loading")
    return view === "list" ? (
      <SkeletonRows count={6} label="Loading tasks" />
    ) : (
      <SkeletonTallCards height={208} label="Loading tasks" />
    );
  if (ids.length === 0 && hasFailed)
    return (
      <ErrorState
        title="Failed to fetch tasks"
        message="Nothing is lost. Please try again."
        onRetry={() => void list.more()}
      />
    );
  if (ids.length === 0)
    return filter.search || filtersSet(filter) > 0 ? <NoneFound onClear={onClear} /> : <NoneYet />;
  if (view === "board") return <TaskBoard filter={filter} />;
  return (
    <>
      {view === "grid" ? <TaskGrid key={key} list={list} /> : <TaskList key={key} list={list} />}
      <Text size="label" tone="soft" className={styles.end}>
        {hasFailed ? (
          <Button variant="default" onClick={() => void list.more()}>
            Try again
          </Button>
        ) : (
          hasMore && "Loading more tasks …"
        )}
      </Text>
    </>
  );
}

const NoneYet = () => (
  <EmptyState
    icon={ListChecks}
    title="Your tasks appear here"
    message="Type the first one into the line above, or press C."
    action={
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => openEditor({ kind: "new task" })}>
        Create Task
      </Button>
    }
  />
);

const NoneFound = ({ onClear }: { onClear(): void }) => (
  <EmptyState
    icon={SearchX}
    title="No task matches"
    message="No task matches this search and these filters."
    action={
      <Button variant="default" onClick={onClear}>
        Show all tasks
      </Button>
    }
  />
);

/** The last view chosen in this browser; the URL has priority. */
function rememberedView(): TaskView {
  const stored = readStored();
  return stored === "list" || stored === "board" ? stored : "grid";
}

function readStored(): string | null {
  try {
    return localStorage.getItem(VIEW_KEY);
  } catch {
    // Where storage is forbidden nothing was remembered.
    return null;
  }
}

function rememberView(view: TaskView): void {
  try {
    localStorage.setItem(VIEW_KEY, view);
  } catch {
    // Where storage is forbidden the choice lasts as long as the address.
  }
}
