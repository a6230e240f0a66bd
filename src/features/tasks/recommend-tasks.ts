import { asc, desc, inArray, isNull, ne, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { daysBetween } from "#platform/time/wall-clock.ts";
import { PRIORITY_WEIGHTS, type Recommendation, type Task } from "./model.ts";
import { dueOrNever } from "./public/task-order.ts";
import { ownProjects } from "./read-projects.ts";
import { asTask, isWaiting, ownTasks, taskColumns } from "./read-tasks.ts";
import { priorityWeight, projects, tasks } from "./tables.ts";

type Deadlines = ReadonlyMap<string, Date>;
type Today = { now: Date; timeZone: string };

const MAX_RECOMMENDATIONS = 5;
/** Candidates per criterion: soonest due, highest priority, oldest. */
const CANDIDATES = 100;

/** The built-in engine: the most urgent tasks, with reasons. Two statements for any number of tasks. */
export async function recommendTasks(context: SignedIn, { timeZone }: { timeZone: string }) {
  const candidates = await pressingTasks(context);
  const deadlines = await deadlinesOf(context, candidates);
  return {
    source: "built-in" as const,
    recommendations: rankTasks(candidates, deadlines, { now: context.now, timeZone }),
  };
}

/** Ranks open tasks by due date, priority, age and the end of their project; each result states its reasons. */
export function rankTasks(candidates: readonly Task[], deadlines: Deadlines, today: Today): Recommendation[] {
  return candidates
    .map((task) => judge(task, deadlines.get(task.projectId ?? "") ?? null, today))
    .sort((a, b) => b.score - a.score || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_RECOMMENDATIONS)
    .map(({ recommendation }) => recommendation);
}

type Factor = { score: number; reason: string; type: Recommendation["type"] };

function judge(task: Task, deadline: Date | null, today: Today) {
  const factors = [
    ...byDueDate(task, today),
    ...byPriority(task),
    ...byDeadline(task, deadline, today),
    ...byProgress(task),
    byAge(task, today),
  ].sort((a, b) => b.score - a.score);
  const type = factors[0]?.type ?? "priority_focus";
  const recommendation: Recommendation = {
    title: TITLES[type](shortened(task.title)),
    description: sentence(factors.map(({ reason }) => reason)),
    priority: task.priority,
    type,
    taskIds: [task.id],
  };
  const score = factors.reduce((sum, factor) => sum + factor.score, 0);
  return { score, recommendation, createdAt: task.createdAt.getTime(), id: task.id };
}

function byDueDate({ dueDate }: Task, { now, timeZone }: Today): Factor[] {
  if (!dueDate) return [];
  const days = daysBetween(now, dueDate, timeZone);
  if (days < 0)
    return [
      { score: 40 + Math.min(-days, 30), reason: `${dayCount(-days)} overdue`, type: "overdue_review" },
    ];
  if (days > 14) return [];
  return [{ score: 35 - 2 * days, reason: `due ${fromNow(days)}`, type: "priority_focus" }];
}

function byPriority({ priority }: Task): Factor[] {
  const weight = PRIORITY_WEIGHTS[priority];
  if (weight === 0) return [];
  return [{ score: 12 * weight, reason: `priority ${priority}`, type: "priority_focus" }];
}

function byDeadline({ projectName }: Task, deadline: Date | null, { now, timeZone }: Today): Factor[] {
  if (!deadline) return [];
  const days = daysBetween(now, deadline, timeZone);
  if (days > 14) return [];
  const end = days < 0 ? `should have ended ${dayCount(-days)} ago` : `ends ${fromNow(days)}`;
  return [
    {
      score: Math.min(30, 28 - 2 * days),
      reason: `project '${shortened(projectName ?? "")}' ${end}`,
      type: "progress_update",
    },
  ];
}

const byProgress = ({ status, subtasks }: Task): Factor[] => [
  ...(status === "in_progress" || status === "review"
    ? [{ score: 4, reason: "in progress", type: "progress_update" as const }]
    : []),
  ...(subtasks.completed > 0 && subtasks.completed < subtasks.total
    ? [
        {
          score: 3,
          reason: `${subtasks.completed} of ${subtasks.total} steps are done`,
          type: "progress_update" as const,
        },
      ]
    : []),
];

function byAge({ createdAt, subtasks }: Task, { now, timeZone }: Today): Factor {
  const days = Math.max(0, daysBetween(createdAt, now, timeZone));
  return {
    score: Math.min(days, 60) / 4,
    reason: days === 0 ? "created today" : `open for ${dayCount(days)}`,
    type: days >= 14 && subtasks.total === 0 ? "task_breakdown" : "priority_focus",
  };
}

const TITLES: Record<Recommendation["type"], (title: string) => string> = {
  priority_focus: (title) => title,
  overdue_review: (title) => `Finish or reschedule '${title}'`,
  task_breakdown: (title) => `Break '${title}' into steps`,
  progress_update: (title) => `Move '${title}' forward`,
};

const shortened = (text: string) => {
  const characters = [...text];
  return characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : text;
};
const dayCount = (days: number) => (days === 1 ? "1 day" : `${days} days`);
const fromNow = (days: number) => (days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`);

function sentence(reasons: readonly string[]): string {
  const [last = "", ...others] = [...reasons].reverse();
  const text = [...others.reverse(), last].join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

async function pressingTasks(context: SignedIn): Promise<Task[]> {
  const isOpen = ownTasks(
    context,
    ne(tasks.status, "completed"),
    isNull(tasks.parentId),
    sql`not ${isWaiting}`,
  );
  const some = () => context.db.select({ id: tasks.id }).from(tasks).where(isOpen);
  const soonest = some().orderBy(dueOrNever, tasks.id).limit(CANDIDATES);
  const highest = some()
    .orderBy(sql`${priorityWeight} desc`, desc(tasks.createdAt), desc(tasks.id))
    .limit(CANDIDATES);
  const first = some().orderBy(asc(tasks.createdAt), asc(tasks.id)).limit(CANDIDATES);
  const rows = await context.db
    .select(taskColumns)
    .from(tasks)
    .where(ownTasks(context, sql`${tasks.id} in ((${soonest}) union (${highest}) union (${first}))`));
  return rows.map(asTask);
}

async function deadlinesOf(context: SignedIn, candidates: readonly Task[]): Promise<Deadlines> {
  const ids = [...new Set(candidates.flatMap(({ projectId }) => projectId ?? []))];
  const rows = await context.db
    .select({ id: projects.id, endDate: projects.endDate })
    .from(projects)
    .where(ownProjects(context, inArray(projects.id, ids), ne(projects.status, "completed")));
  return new Map(rows.flatMap(({ id, endDate }) => (endDate ? [[id, endDate]] : [])));
}
