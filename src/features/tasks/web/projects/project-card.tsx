import { CalendarRange, Pencil, Trash2 } from "lucide-react";
import { useRecord } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import type { ProjectOnWire } from "../../model.ts";
import { openEditor } from "../editor/open-editor.ts";
import type { TaskAddress } from "../filters/task-address.ts";
import { IconAction } from "../list/icon-action.tsx";
import { StatusBadge } from "../list/task-facts.tsx";
import { projectRecords } from "../records.ts";
import styles from "./project-card.module.css";
import { deleteProject } from "./project-mutations.ts";

type ProjectCardProps = { id: string; onLookAt(address: Partial<TaskAddress>): void };

export function ProjectCard({ id, onLookAt }: ProjectCardProps) {
  const project = useRecord(projectRecords, id);
  if (!project) return null;
  const edit = () => openEditor({ kind: "project", id });
  return (
    <li className={styles.card} aria-label={project.name}>
      <header className={styles.header}>
        <h3 className={styles.name}>
          <button type="button" className={styles.open} onClick={edit}>
            {project.name}
          </button>
        </h3>
        <IconAction label={`Edit '${project.name}'`} icon={Pencil} onClick={edit} />
        <IconAction
          label={`Delete '${project.name}'`}
          icon={Trash2}
          onClick={() => void deleteProject(project)}
        />
      </header>
      <p className={styles.description}>{project.description}</p>
      <div className={styles.facts}>
        <StatusBadge status={project.status} />
        <DateRange project={project} />
      </div>
      <Progress project={project} onLookAt={onLookAt} />
    </li>
  );
}

function DateRange({ project: { startDate, endDate } }: { project: ProjectOnWire }) {
  if (!startDate && !endDate) return <span className={styles.dates}>No dates</span>;
  const [from, to] = [startDate && formatDate(startDate), endDate && formatDate(endDate)];
  return (
    <span className={styles.dates}>
      <CalendarRange size={14} strokeWidth={1.75} aria-hidden />
      {from && to ? `${from} – ${to}` : from ? `From ${from}` : `Until ${to}`}
    </span>
  );
}

/** Says where the number comes from: the project's tasks, or a person. */
function Progress({ project, onLookAt }: { project: ProjectOnWire } & Pick<ProjectCardProps, "onLookAt">) {
  const { progressPercentage, computed, tasks, id } = project;
  return (
    <div className={styles.progress}>
      <div className={styles.numbers}>
        {computed ? (
          <button
            type="button"
            className={styles.tasks}
            title="Show these tasks"
            onClick={() => onLookAt({ tab: undefined, project: id })}
          >
            {tasks.completed} of {tasks.total} tasks
          </button>
        ) : (
          <span>Set by hand</span>
        )}
        <span className={styles.percent}>{progressPercentage}%</span>
      </div>
      <div
        role="progressbar"
        aria-label={`Progress of '${project.name}'`}
        aria-valuenow={progressPercentage}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.track}
      >
        <span className={styles.bar} style={{ transform: `scaleX(${progressPercentage / 100})` }} />
      </div>
    </div>
  );
}
