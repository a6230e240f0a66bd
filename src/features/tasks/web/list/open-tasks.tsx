import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "#i18n/message.ts";
import { useRecordList } from "#platform/client/use-records.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ListEnd, LoadedList } from "#ui/lists/loaded-list.tsx";
import type { TaskFilter } from "../filters/task-address.ts";
import { taskRecords } from "../records.ts";
import { OPEN_STATUSES, taskSource } from "../task-source.ts";
import { TaskList } from "./task-list.tsx";
import { useDoneTasks } from "./use-done-tasks.ts";

type OpenTasksProps = { filter: TaskFilter; loading: ReactNode; none: ReactNode };

/** What is to be done, and at the end, folded, what is done. */
export function OpenTasks({ filter, loading, none }: OpenTasksProps) {
  const { key, source } = taskSource({ ...filter, status: OPEN_STATUSES });
  const open = useRecordList(taskRecords, key, source);
  const done = useDoneTasks(filter);
  const tasks = (
    <>
      {open.ids.length === 0 && (
        <EmptyState icon={CircleCheck} title={t`Nothing to do`} message={t`All of these tasks are done.`} />
      )}
      <TaskList key={key} list={open} done={done} />
      <ListEnd list={open.hasMore || !done.isOpen ? open : done.list} noun="tasks" />
    </>
  );
  const empty = done.isLoading ? loading : done.count === 0 ? none : tasks;
  return (
    <LoadedList list={open} failure={t`Failed to fetch tasks`} loading={loading} empty={empty}>
      {tasks}
    </LoadedList>
  );
}
