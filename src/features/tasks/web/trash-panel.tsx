import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { TrashPanel as Panel, TrashRow } from "#ui/lists/trash-panel.tsx";
import { TRASH_DAYS } from "../model.ts";
import { projectWrites } from "./projects/project-mutations.ts";
import { projectRecords, projectTrash, taskRecords } from "./records.ts";
import { taskWrites } from "./task-mutations.ts";
import { taskTrash } from "./task-source.ts";

type TrashPanelProps = { of: "tasks" | "projects"; onLeave(): void };

/** Items deleted in the last 30 days, and how to restore them. */
export function TrashPanel({ of, onLeave }: TrashPanelProps) {
  return of === "tasks" ? <TaskTrash onLeave={onLeave} /> : <ProjectTrash onLeave={onLeave} />;
}

type OneTrash = Pick<TrashPanelProps, "onLeave">;

function TaskTrash({ onLeave }: OneTrash) {
  const list = useRecordList(taskRecords, taskTrash.key, taskTrash.source);
  return (
    <Panel
      backTo={t`Tasks`}
      days={TRASH_DAYS}
      list={list}
      renderRow={(id) => <DeletedTask key={id} id={id} />}
      onLeave={onLeave}
    />
  );
}

function ProjectTrash({ onLeave }: OneTrash) {
  const list = useRecordList(projectRecords, projectTrash.key, projectTrash.source);
  return (
    <Panel
      backTo={t`Projects`}
      days={TRASH_DAYS}
      list={list}
      renderRow={(id) => <DeletedProject key={id} id={id} />}
      onLeave={onLeave}
    />
  );
}

function DeletedTask({ id }: { id: string }) {
  const task = useRecord(taskRecords, id);
  return (
    task && (
      <TrashRow
        name={task.title}
        deletedAt={task.deletedAt}
        onRestore={() => void taskWrites.restore(task)}
      />
    )
  );
}

function DeletedProject({ id }: { id: string }) {
  const project = useRecord(projectRecords, id);
  return (
    project && (
      <TrashRow
        name={project.name}
        deletedAt={project.deletedAt}
        onRestore={() => void projectWrites.restore(project)}
      />
    )
  );
}
