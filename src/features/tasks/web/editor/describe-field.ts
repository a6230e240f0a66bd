import { formatDate, formatTime } from "#ui/dates.ts";
import { PRIORITY_LABELS, STATUS_LABELS } from "../../model.ts";
import { projectRecords } from "../records.ts";
import { type TaskFields, timeOf } from "./task-draft.ts";

export const FIELD_LABELS: Record<keyof TaskFields, string> = {
  title: "Title",
  description: "Description",
  status: "Status",
  priority: "Priority",
  projectId: "Project",
  dueDate: "Due date",
  tags: "Tags",
};

/** The value of a field in words. */
export function describeField(field: keyof TaskFields, task: TaskFields): string {
  const { dueDate, projectId } = task;
  if (field === "status") return STATUS_LABELS[task.status];
  if (field === "priority") return PRIORITY_LABELS[task.priority];
  if (field === "dueDate")
    return dueDate
      ? `${formatDate(dueDate)}${timeOf(dueDate) && ` ${formatTime(new Date(dueDate))}`}`
      : "No due date";
  if (field === "projectId")
    return projectId ? (projectRecords.get(projectId)?.name ?? "A project") : "No project";
  if (field === "tags") return task.tags.join(", ") || "No tags";
  return task[field] ?? "Empty";
}
