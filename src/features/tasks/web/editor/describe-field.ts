import { describeValue } from "#ui/forms/describe-value.ts";
import { projectRecords } from "../records.ts";
import { type TaskValues, taskForm } from "./task-form.ts";

/** The value of a field in words. */
export function describeField(field: keyof TaskValues, task: TaskValues): string {
  const { projectId } = task;
  return field === "projectId" && projectId
    ? (projectRecords.get(projectId)?.name ?? "A project")
    : describeValue(taskForm.fields[field], task[field]);
}
