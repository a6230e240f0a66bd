import { t, term } from "#i18n/message.ts";
import {
  type AnyFields,
  choice,
  day,
  longText,
  moment,
  optionalNumber,
  optionalText,
  reference,
  requiredText,
  textList,
  wholeNumber,
} from "#platform/fields/field-kinds.ts";
import { parseHoursOfDay } from "./hours-model.ts";

export const TASK_STATUSES = ["todo", "in_progress", "completed", "review"] as const;
type Status = (typeof TASK_STATUSES)[number];
export const DEFAULT_STATUS: Status = "todo";
/** In the order of the work. */
export const STATUS_LABELS: Record<Status, string> = {
  todo: t`To Do`,
  in_progress: t`In Progress`,
  review: term("Review", "state of a task"),
  completed: term("Completed", "state of a task"),
};

export const TASK_PRIORITIES = ["low", "medium", "high", "urgent"] as const;
type Priority = (typeof TASK_PRIORITIES)[number];
export const DEFAULT_PRIORITY: Priority = "medium";
export const PRIORITY_LABELS: Record<Priority, string> = {
  low: term("Low", "priority"),
  medium: term("Medium", "priority"),
  high: term("High", "priority"),
  urgent: term("Urgent", "priority"),
};

/** What a task takes out of its person: it is placed into the focus hours, outside of them, or anywhere. */
export const TASK_ENERGIES = ["any", "deep", "light"] as const;
type Energy = (typeof TASK_ENERGIES)[number];
export const ENERGY_LABELS: Record<Energy, string> = {
  any: term("Any time", "when a task is worked on"),
  deep: term("Focus hours", "when a task is worked on"),
  light: term("Outside of the focus hours", "when a task is worked on"),
};
/** Of a task, in minutes: a whole year of working days. */
export const MAX_ESTIMATE = 120_000;

export const MAX_TAGS = 50;
export const MAX_TAG_LENGTH = 60;

/** What is typed into the progress field: whole, 0 to 100, and 0 where it is not a number (PROJ-09, PROJ-10). */
export function parseProgress(typed: unknown): number {
  const value = typeof typed === "number" ? typed : Number.parseFloat(String(typed));
  return Number.isNaN(value) ? 0 : Math.min(100, Math.max(0, Math.round(value)));
}

const description = longText({ label: t`Description`, max: 20_000, form: "line", search: "C" });
/** A project has the same values as a task (PROJ-07). */
const status = choice({
  label: t`Status`,
  values: TASK_STATUSES,
  labels: STATUS_LABELS,
  initial: DEFAULT_STATUS,
  form: "half",
  search: "none",
});
const tags = textList({
  label: t`Tags`,
  formLabel: t`Tags (separated by commas)`,
  placeholder: t`board, finance`,
  none: t`No tags`,
  maxItemLength: MAX_TAG_LENGTH,
  maxItems: MAX_TAGS,
  takesNull: true,
  form: "line",
  search: "B",
});

/** In a form: without the first time from midnight on, without the second until the end of the day. */
const twoTimes = {
  blank: { from: "", to: "" },
  from: (value: string | null) => {
    const [from = "", to = ""] = value?.split("-") ?? [];
    return { from, to: to === "24:00" ? "" : to };
  },
  to: ({ from, to }: { from: string; to: string }): string | null =>
    from || to ? `${from || "00:00"}-${to || "24:00"}` : null,
};

/** The fields of a task. Each is defined here and in its migration; everything else is derived (decision 0066). */
export const taskFields = {
  title: requiredText({
    label: t`Title`,
    placeholder: t`What is to be done?`,
    max: 500,
    missing: t`Give the task a title`,
    form: "line",
    search: "A",
  }),
  description,
  status,
  priority: choice({
    label: t`Priority`,
    values: TASK_PRIORITIES,
    labels: PRIORITY_LABELS,
    initial: DEFAULT_PRIORITY,
    form: "half",
    search: "none",
  }),
  /** Null too while the project lies in the trash. */
  projectId: reference({ label: t`Project`, none: t`No project`, form: "line", search: "none" }),
  dueDate: moment({ label: t`Due date`, none: t`No due date`, form: "line", search: "none" }),
  tags,
  /** How long it takes; null: guessed (planning). How the dialog shows what plans need: `editor/dialog-form.ts`. */
  estimateMinutes: optionalNumber({
    label: t`Estimate (minutes)`,
    none: term("Guessed", "how long a task takes"),
    min: 1,
    max: MAX_ESTIMATE,
    form: "half",
    search: "none",
  }),
  leastPieceMinutes: optionalNumber({
    label: t`Shortest piece (minutes)`,
    none: term("Not divided", "a task that is done in one go"),
    min: 5,
    max: MAX_ESTIMATE,
    form: "half",
    search: "none",
  }),
  notBefore: moment({ label: t`Not before`, none: t`At any time`, form: "line", search: "none" }),
  /** As '08:00-12:00' on the person's clock; null: at any time. */
  hoursOfDay: {
    ...optionalText({
      label: t`Hours of the day`,
      max: 11,
      check: {
        passes: (text) => parseHoursOfDay(text) !== null,
        message: t`Enter hours as 08:00-12:00`,
      },
      form: "line",
      search: "none",
    }),
    draft: twoTimes,
  },
  /** A place or a tool; compared without regard to case. */
  place: optionalText({ label: t`Place`, max: 200, form: "half", search: "none" }),
  energy: choice({
    label: term("Energy", "what a task needs"),
    values: TASK_ENERGIES,
    labels: ENERGY_LABELS,
    initial: "any",
    form: "half",
    search: "none",
  }),
  completedAt: moment({
    label: term("Completed", "when a task was completed"),
    none: t`Not completed`,
    form: "none",
    search: "none",
    isReadOnly: true,
  }),
} as const satisfies AnyFields;

/** The fields of a project. */
export const projectFields = {
  name: requiredText({
    label: term("Name", "of a project"),
    max: 200,
    missing: t`Give the project a name`,
    form: "line",
    search: "A",
  }),
  description,
  status,
  progressPercentage: wholeNumber({
    label: t`Progress (%)`,
    min: 0,
    max: 100,
    initial: 0,
    parse: parseProgress,
    form: "half",
    search: "none",
  }),
  startDate: day({ label: t`Start date`, none: t`No start date`, form: "half", search: "none" }),
  endDate: day({ label: t`End date`, none: t`No end date`, form: "half", search: "none" }),
} as const satisfies AnyFields;
