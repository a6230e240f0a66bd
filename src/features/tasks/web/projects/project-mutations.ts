import { t } from "#i18n/message.ts";
import { RecordWrites } from "#platform/client/record-writes.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type ProjectOnWire, progressOf } from "../../model.ts";
import { projects } from "../api.ts";
import { projectRecords } from "../records.ts";
import type { ProjectValues } from "./project-form.ts";

/** Deleted projects stay in the trash for 30 days; their tasks stay where they are. */
export const projectWrites = new RecordWrites<ProjectOnWire, Partial<ProjectValues>>({
  records: projectRecords,
  verbs: projects,
  report: toast,
  failures: {
    create: t`Failed to create project`,
    update: t`Failed to update project`,
    delete: t`Failed to delete project`,
    restore: t`Failed to restore project`,
  },
  messages: {
    created: t`Project created successfully`,
    updated: t`Project updated successfully`,
    deleted: t`Project deleted successfully`,
  },
  apply: (project, change) =>
    withProgress({ ...project, ...change }, change.progressPercentage ?? project.manualProgress),
});

/** Shows the new project at once. Rejects, after the specified toast, where the server refuses. */
export const createProject = (fields: ProjectValues, idempotencyKey: string) =>
  projectWrites.create(draftProject(fields), () => projects.create.call(fields, { idempotencyKey }));

function withProgress(project: ProjectOnWire, manualProgress: number): ProjectOnWire {
  const progressPercentage = project.computed ? progressOf(project.tasks) : manualProgress;
  return { ...project, manualProgress, progressPercentage };
}

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
