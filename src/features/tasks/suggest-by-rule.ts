import { form, plural, t } from "#i18n/message.ts";
import { formatCount } from "#platform/numbers/format-number.ts";
import { isOverdue, type Recommendation, type TaskPriority, type TaskStatus } from "./model.ts";

type Seen = { status: TaskStatus; priority: TaskPriority; dueDate: Date | string | null };

/** The counts behind the suggestions: open tasks of high or urgent priority, overdue tasks, started tasks. */
export type Pressure = { urgent: number; overdue: number; started: number };

export function pressureOf(tasks: readonly Seen[], now: Date, timeZone: string): Pressure {
  const open = tasks.filter(({ status }) => status !== "completed");
  return {
    urgent: open.filter(({ priority }) => priority === "high" || priority === "urgent").length,
    overdue: open.filter((task) => isOverdue(task, now, timeZone)).length,
    started: open.filter(({ status }) => status === "in_progress").length,
  };
}

/** The four specified suggestions, if recommendations are unavailable or empty (TASK-38 to TASK-41). */
export function suggestByRule({ urgent, overdue, started }: Pressure): Recommendation[] {
  return [
    {
      type: "priority_focus",
      priority: "high",
      title: t`Focus on high-priority tasks`,
      description: describeUrgent(urgent),
      taskIds: [],
    },
    {
      type: "overdue_review",
      priority: overdue > 0 ? "urgent" : "medium",
      title: t`Review overdue tasks`,
      description: describeOverdue(overdue),
      taskIds: [],
    },
    {
      type: "task_breakdown",
      priority: "medium",
      title: t`Break down large tasks`,
      description: t`Split what takes more than a day into steps that you can finish in one sitting.`,
      taskIds: [],
    },
    {
      type: "progress_update",
      priority: "low",
      title: t`Update your progress`,
      description: describeStarted(started),
      taskIds: [],
    },
  ];
}

const describeUrgent = (count: number): string =>
  count === 0
    ? t`You have no tasks of high or urgent priority. Do these first.`
    : plural(count, {
        one: form`You have ${formatCount(count)} task of high or urgent priority. Do these first.`,
        other: form`You have ${formatCount(count)} tasks of high or urgent priority. Do these first.`,
      });

const describeOverdue = (count: number): string =>
  count === 0
    ? t`No tasks past the due date. Finish, reschedule or drop what is late.`
    : plural(count, {
        one: form`${formatCount(count)} task past the due date. Finish, reschedule or drop what is late.`,
        other: form`${formatCount(count)} tasks past the due date. Finish, reschedule or drop what is late.`,
      });

const describeStarted = (count: number): string =>
  count === 0
    ? t`You have no tasks in progress. Bring the status up to date, so that others can rely on it.`
    : plural(count, {
        one: form`You have ${formatCount(count)} task in progress. Bring the status up to date, so that others can rely on it.`,
        other: form`You have ${formatCount(count)} tasks in progress. Bring the status up to date, so that others can rely on it.`,
      });
