import { ListChecks, Plus, SearchX } from "lucide-react";
import { useEffect } from "react";
import { fetchAfterPage } from "#platform/client/fetch-after-page.ts";
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
import { TaskGrid } from "./list/task-grid.tsx";
import { TaskList } from "./list/task-list.tsx";
import { QuickAdd } from "./quick-add.tsx";
import { taskRecords } from "./records.ts";
import { taskSource } from "./task-source.ts";

type TasksPanelProps = {
  address: TaskAddress;
  change(parts: Partial<TaskAddress>, options?: { replace?: boolean }): void;
};

const BOARD_LOADING = <SkeletonTallCards height={208} label="Loading tasks" />;
/** With the library that drags its cards. */
const TaskBoard = laterPart(async () => (await import("./board/task-board.tsx")).TaskBoard, BOARD_LOADING);

const VIEW_KEY = "tasks view";

export function TasksPanel({ address, change }: TasksPanelProps) {
  useEffect(() => fetchAfterPage(TaskBoard), []);
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
  const isFiltered = filter.search || filtersSet(filter) > 0;
  const loading =
    view === "list" ? (
      <SkeletonRows count={6} label="Loading tasks" />
    ) : (
      <SkeletonTallCards height={208} label="Loading tasks" />
    );
  return (
    <LoadedList
      list={list}
      failure="Failed to fetch tasks"
      loading={loading}
      empty={isFiltered ? <NoneFound onClear={onClear} /> : <NoneYet />}
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
