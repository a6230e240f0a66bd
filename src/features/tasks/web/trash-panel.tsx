import { Button } from "@mantine/core";
import { ArrowLeft, RotateCcw, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { type ListOfRecords, useRecord, useRecordList } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import styles from "#ui/trash-list.module.css";
import { PageRows } from "#ui/windowed-rows.tsx";
import { TRASH_DAYS } from "../model.ts";
import { restoreProject } from "./act-on-projects.ts";
import { restoreTask } from "./act-on-tasks.ts";
import { projectRecords, projectTrash, taskRecords } from "./records.ts";
import { taskTrash } from "./task-source.ts";

type TrashPanelProps = { of: "tasks" | "projects"; onLeave(): void };

const ROW_HEIGHT = 44;

/** What was deleted in the last 30 days, and the way back. */
export function TrashPanel({ of, onLeave }: TrashPanelProps) {
  return (
    <section aria-labelledby="trash" className={styles.panel}>
      <header className={styles.header}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onLeave}
        >
          {of === "tasks" ? "Tasks" : "Projects"}
        </Button>
        <h2 id="trash" className={styles.title}>
          Trash
        </h2>
        <p className={styles.words}>Kept for {TRASH_DAYS} days, then gone for good</p>
      </header>
      {of === "tasks" ? <DeletedTasks /> : <DeletedProjects />}
    </section>
  );
}

function DeletedTasks() {
  const list = useRecordList(taskRecords, taskTrash.key, taskTrash.source);
  return <Deleted list={list} renderRow={(id) => <DeletedTask key={id} id={id} />} />;
}

function DeletedProjects() {
  const list = useRecordList(projectRecords, projectTrash.key, projectTrash.source);
  return <Deleted list={list} renderRow={(id) => <DeletedProject key={id} id={id} />} />;
}

type DeletedProps = { list: ListOfRecords; renderRow(id: string): React.ReactNode };

function Deleted({ list, renderRow }: DeletedProps) {
  const { ids, phase, refresh } = list;
  // What was deleted elsewhere meanwhile was never announced as a change of a known record.
  useEffect(() => void refresh(), [refresh]);
  if (ids.length === 0 && phase === "loading") return <SkeletonRows count={6} label="Loading the trash" />;
  if (ids.length === 0 && phase === "failed")
    return <ErrorState title="The trash cannot be read" onRetry={() => void list.more()} />;
  if (ids.length === 0)
    return (
      <EmptyState
        icon={Trash2}
        title="The trash is empty"
        message="What you delete waits here for 30 days."
      />
    );
  return (
    <div className={styles.list}>
      <PageRows
        count={ids.length}
        rowHeight={ROW_HEIGHT}
        onNearEnd={list.more}
        renderRow={(index) => renderRow(ids[index] ?? "")}
      />
    </div>
  );
}

function DeletedTask({ id }: { id: string }) {
  const task = useRecord(taskRecords, id);
  return (
    task && <Row name={task.title} deletedAt={task.deletedAt} onRestore={() => void restoreTask(task)} />
  );
}

function DeletedProject({ id }: { id: string }) {
  const project = useRecord(projectRecords, id);
  return (
    project && (
      <Row name={project.name} deletedAt={project.deletedAt} onRestore={() => void restoreProject(project)} />
    )
  );
}

type RowProps = { name: string; deletedAt: string | null; onRestore(): void };

const Row = ({ name, deletedAt, onRestore }: RowProps) => (
  <div className={styles.row}>
    <span className={styles.name}>{name}</span>
    {deletedAt && <span className={styles.date}>Deleted {formatDate(deletedAt)}</span>}
    <button type="button" className={styles.restore} aria-label={`Restore '${name}'`} onClick={onRestore}>
      <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
      Restore
    </button>
  </div>
);
