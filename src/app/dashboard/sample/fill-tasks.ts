import { randomUUID } from "node:crypto";
import { positionOnTop } from "#features/tasks/board-position.ts";
import { projects, tasks } from "#features/tasks/tables.ts";
import { DONE_TASKS } from "./done-tasks.ts";
import type { SamplePlan } from "./plan-sample.ts";
import type { SampleCalendar } from "./sample-calendar.ts";
import type { SampleWriter } from "./sample-writer.ts";
import type { Seeded } from "./seeded.ts";
import { OPEN_TASKS, PROJECTS, type ProjectKey } from "./work.ts";

type NewTask = typeof tasks.$inferInsert & { id: string };
/** Days from today; `due` null where the task never had a date. */
type Course = { created: number; completed: number; due: number | null };

export async function fillTasks(
  writer: SampleWriter,
  plan: SamplePlan["tasks"],
  calendar: SampleCalendar,
  random: Seeded,
): Promise<void> {
  const { userId } = writer;
  const projectIds = new Map<ProjectKey, string>(PROJECTS.map(({ key }) => [key, randomUUID()]));
  await writer.insert(
    projects,
    PROJECTS.map(({ key, start, end, ...project }) => ({
      ...project,
      id: projectIds.get(key) ?? randomUUID(),
      userId,
      startDate: calendar.at(start, "00:00"),
      endDate: calendar.at(end, "00:00"),
      createdAt: calendar.at(start - 2, "09:15"),
    })),
  );
  const projectId = (key: ProjectKey | undefined) => (key ? projectIds.get(key) : undefined) ?? null;

  const overdue = OPEN_TASKS.filter(({ due }) => due <= 0).slice(0, plan.overdue);
  const upcoming = OPEN_TASKS.filter(({ due }) => due > 0).slice(0, plan.open);
  const open = [...overdue, ...upcoming].map(({ due, project, ...task }, index): NewTask => {
    const createdAt = calendar.at(Math.min(due, 0) - 1 - (index % 6), `${9 + (index % 8)}:20`);
    return {
      ...task,
      id: randomUUID(),
      userId,
      projectId: projectId(project),
      dueDate: calendar.at(due, "00:00"),
      createdAt,
      updatedAt: createdAt,
      position: positionOnTop(createdAt),
    };
  });
  const done = courses(plan, random).map((course, index): NewTask => {
    const { project, ...task } = shuffledDoneTask(index);
    const createdAt = calendar.at(course.created, `${9 + (index % 8)}:10`);
    const completedAt = calendar.at(course.completed, `${10 + (index % 8)}:${15 + (index % 40)}`);
    return {
      ...task,
      id: randomUUID(),
      userId,
      status: "completed",
      projectId: projectId(project),
      dueDate: course.due === null ? null : calendar.at(course.due, "00:00"),
      createdAt,
      completedAt,
      updatedAt: completedAt,
      position: positionOnTop(completedAt),
    };
  });
  await writer.insert(tasks, [...open, ...done]);
}

/** A step that shares no divisor with 127 visits every task once and mixes the areas. */
const shuffledDoneTask = (index: number) =>
  DONE_TASKS[(index * 37) % DONE_TASKS.length] as (typeof DONE_TASKS)[number];

/** When the completed tasks were created, due and done. The dashboard's percentages depend on exactly these numbers. */
function courses(plan: SamplePlan["tasks"], random: Seeded): Course[] {
  const lead = () => random.between(2, 9);
  const course = (completed: number, due: number | null): Course => ({
    created: completed - lead(),
    completed,
    due,
  });
  const times = (count: number, make: (index: number) => Course) =>
    Array.from({ length: count }, (_, n) => make(n));
  return [
    ...times(plan.doneThisWeek, (n) => {
      const due = -(n % 7);
      return course(Math.min(due, -1) - random.between(0, 1), due);
    }),
    ...times(plan.doneOnTime, (n) => {
      const due = -8 - (n % 19);
      return course(due - random.between(0, 1), due);
    }),
    ...times(plan.doneLate, (n) => course(-11 - n * 5, -13 - n * 5)),
    ...times(plan.doneEarlier, (n) => {
      const completed = -32 - Math.floor(n * 1.6);
      return course(completed, n % 8 === 0 ? null : completed + random.between(0, 3));
    }),
  ];
}
