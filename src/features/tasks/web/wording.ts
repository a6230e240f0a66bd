import { Circle, CircleCheck, CircleEllipsis, Contrast, type LucideIcon } from "lucide-react";
import { t } from "#i18n/message.ts";
import type { Tone } from "#ui/display/badge.tsx";
import type { TaskPriority, TaskStatus } from "../model.ts";
import type { Due } from "./filters/task-address.ts";

/** Columns of the board and options of every list of states, in the order of the work. */
export const STATUSES: readonly TaskStatus[] = ["todo", "in_progress", "review", "completed"];
export const PRIORITIES: readonly TaskPriority[] = ["urgent", "high", "medium", "low"];

export const STATUS_ICONS: Record<TaskStatus, LucideIcon> = {
  todo: Circle,
  in_progress: Contrast,
  review: CircleEllipsis,
  completed: CircleCheck,
};

export const STATUS_TONES: Record<TaskStatus, Tone> = {
  todo: "neutral",
  in_progress: "info",
  review: "warn",
  completed: "good",
};

export const PRIORITY_TONES: Record<TaskPriority, Tone> = {
  low: "neutral",
  medium: "info",
  high: "warn",
  urgent: "bad",
};

export const DUE_LABELS: Record<Due, string> = {
  overdue: t`Overdue`,
  today: t`Due today`,
  week: t`Due within 7 days`,
  none: t`No due date`,
};
