import { ApiError } from "#platform/client/resource-client.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type ProjectOnWire, progressOf } from "../../model.ts";
import { projects } from "../api.ts";
import { projectRecords } from "../records.ts";
import { reportFailure } from "../task-mutations.ts";
import { type ProjectValues, projectForm, valuesOfProject } from "./project-form.ts";

/** Shows the new project at once. Rejects, after the specified toast, where the server refuses. */
export async function createProject(fields: ProjectValues, idempotencyKey: string): Promise<void> {
  try {
    await projectRecords.create(draftProject(fields), () => projects.create.call(fields, { idempotencyKey }));
  } catch (error) {
    throw reportFailure("Failed to create project", error);
  }
  toast.success("Project created successfully");
}

/** Saves the changes since `base`; fields changed by others stay unless they were edited here too. */
export async function saveProject(
  base: ProjectOnWire,
  fields: ProjectValues,
  idempotencyKey: string,
): Promise<void> {
  const change = projectForm.changeBetween(valuesOfProject(base), fields);
  try {
    await projectRecords.write(
      base.id,
      (project) =>
        withProgress({ ...project, ...change }, change.progressPercentage ?? project.manualProgress),
      ({ id }) => projects.update.call({ id, version: base.version, ...change }, { idempotencyKey }),
    );
  } catch (error) {
    throw conflictingProject(error) ? error : reportFailure("Failed to update project", error);
  }
  toast.success("Project updated successfully");
}

/** To the trash, where it stays for 30 days; its tasks stay where they are. */
export async function deleteProject(project: ProjectOnWire): Promise<void> {
  const inTrash = (stored: ProjectOnWire) => ({ ...stored, deletedAt: new Date().toISOString() });
  try {
    await projectRecords.write(project.id, inTrash, async (latest) => {
      await projects.delete.call({ id: latest.id });
      return inTrash(latest);
    });
  } catch (error) {
    return void reportFailure("Failed to delete project", error);
  }
  toast.undo("Project deleted successfully", () => void restoreProject(project));
}

export async function restoreProject(project: ProjectOnWire): Promise<void> {
  const id = projectRecords.confirmedId(project.id);
  try {
    await projectRecords.create({ ...project, id, deletedAt: null }, () => projects.restore.call({ id }));
  } catch (error) {
    reportFailure("Failed to restore project", error);
  }
}

/** The project as stored on the server, from the response of a conflict. */
export function conflictingProject(error: unknown): ProjectOnWire | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  return isConflict && error.details.current ? (error.details.current as ProjectOnWire) : null;
}

const withProgress = (project: ProjectOnWire, manualProgress: number): ProjectOnWire => ({
  ...project,
  manualProgress,
  progressPercentage: project.computed ? progressOf(project.tasks) : manualProgress,
});

function draftProject(fields: ProjectValues): ProjectOnWire {
  const now = new Date().toISOString();
  return {
    ...fields,
    id: crypto.randomUUID(),
    userId: "",
    provenance: "person",
    computed: false,
    manualProgress: fields.progressPercentage,
    tasks: { total: 0, completed: 0 },
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 0,
  };
}
