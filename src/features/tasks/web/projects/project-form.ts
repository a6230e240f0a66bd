import { type DraftOf, type FormValues, formOf } from "#platform/fields/field-form.ts";
import { projectFields } from "../../fields.ts";
import type { ProjectOnWire } from "../../model.ts";

export const projectForm = formOf(projectFields);
/** The values of the project dialog. */
export type ProjectDraft = DraftOf<typeof projectFields>;
export type ProjectValues = FormValues<typeof projectFields>;

/** Edits the typed number; the shown progress may be computed from the tasks. */
export const editableProject = (project: ProjectOnWire): ProjectOnWire => ({
  ...project,
  progressPercentage: project.manualProgress,
});
