import { formatDateInput, parseDateInput } from "#ui/dates.ts";
import { DEFAULT_STATUS, type ProjectOnWire, type ProjectStatus, parseProgress } from "../../model.ts";

/** What stands in the fields of the project dialog. */
export type ProjectDraft = {
  name: string;
  description: string;
  status: ProjectStatus;
  /** yyyy-MM-dd, or empty. */
  startDay: string;
  endDay: string;
  progress: string;
};

export type ProjectFields = Pick<
  ProjectOnWire,
  "name" | "description" | "status" | "startDate" | "endDate" | "progressPercentage"
>;

export const EMPTY_PROJECT: ProjectDraft = {
  name: "",
  description: "",
  status: DEFAULT_STATUS,
  startDay: "",
  endDay: "",
  progress: "0",
};

export const projectDraftOf = (project: ProjectFields): ProjectDraft => ({
  name: project.name,
  description: project.description ?? "",
  status: project.status,
  startDay: project.startDate ? formatDateInput(project.startDate) : "",
  endDay: project.endDate ? formatDateInput(project.endDate) : "",
  progress: String(project.progressPercentage),
});

/** Null where the name is blank after trimming: it is required (PROJ-08). */
export function projectFieldsOf(draft: ProjectDraft): ProjectFields | null {
  const name = draft.name.trim();
  if (name === "") return null;
  return {
    name,
    description: draft.description.trim() === "" ? null : draft.description,
    status: draft.status,
    startDate: parseDateInput(draft.startDay)?.toISOString() ?? null,
    endDate: parseDateInput(draft.endDay)?.toISOString() ?? null,
    progressPercentage: parseProgress(draft.progress),
  };
}

/** The typed number is what a person edits; the shown progress may come from the tasks. */
export const fieldsOfProject = (project: ProjectOnWire): ProjectFields => ({
  name: project.name,
  description: project.description,
  status: project.status,
  startDate: project.startDate,
  endDate: project.endDate,
  progressPercentage: project.typedProgress,
});

const FIELDS = ["name", "description", "status", "startDate", "endDate", "progressPercentage"] as const;

/** Only the fields that differ. */
export function projectChangeBetween(before: ProjectFields, after: ProjectFields): Partial<ProjectFields> {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}
