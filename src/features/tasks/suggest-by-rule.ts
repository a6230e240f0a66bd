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
      title: "Focus on high-priority tasks",
      description: `You have ${counted(urgent)} of high or urgent priority. Do these first.`,
      taskIds: [],
    },
    {
      type: "overdue_review",
      priority: overdue > 0 ? "urgent" : "medium",
      title: "Review overdue tasks",
      description: `${capitalised(counted(overdue))} past the due date. Finish, reschedule or drop what is late.`,
      taskIds: [],
    },
    {
      type: "task_breakdown",
      priority: "medium",
      title: "Break down large tasks",
      description: "Split what takes more than a day into steps that you can finish in one sitting.",
      taskIds: [],
    },
    {
      type: "progress_update",
      priority: "low",
      title: "Update your progress",
      description: `You have ${counted(started)} in progress. Bring the status up to date, so that others can rely on it.`,
      taskIds: [],
    },
  ];
}

const counted = (count: number) =>
  `${count === 0 ? "no" : formatCount(count)} ${count === 1 ? "task" : "tasks"}`;
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
