import { type DraftOf, type FormValues, formOf } from "#platform/fields/field-form.ts";
import { projectFields } from "../../fields.ts";
import type { ProjectOnWire } from "../../model.ts";

export const projectForm = formOf(projectFields);
/** What stands in the fields of the project dialog. */
export type ProjectDraft = DraftOf<typeof projectFields>;
export type ProjectValues = FormValues<typeof projectFields>;

/** The typed number is what a person edits; the shown progress may come from the tasks. */
export const valuesOfProject = (project: ProjectOnWire): ProjectValues => ({
  ...project,
  progressPercentage: project.typedProgress,
});
