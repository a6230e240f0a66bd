import { expect, test } from "vitest";
import { parseProgress, STATUS_LABELS, TASK_PRIORITIES } from "./fields.ts";
import {
  completionOf,
  isOverdue,
  NewProject,
  NewTask,
  PRIORITY_WEIGHTS,
  ProjectChange,
  progressOf,
  TASK_ORDERS,
  TaskChange,
} from "./model.ts";

const at = (text: string) => new Date(text);
const problem = (schema: typeof NewTask | typeof TaskChange | typeof NewProject, input: unknown) =>
  schema.safeParse(input).error?.issues[0]?.path.join(".");

test("TASK-16: status values and their labels", () => {
  expect(STATUS_LABELS).toEqual({
    todo: "To Do",
    in_progress: "In Progress",
    completed: "Completed",
    review: "Review",
  });
});

test("TASK-19: priority values, and their weights for sorting", () => {
  expect(TASK_PRIORITIES).toEqual(["low", "medium", "high", "urgent"]);
  expect(PRIORITY_WEIGHTS).toEqual({ urgent: 3, high: 2, medium: 1, low: 0 });
});

test("TASK-20, TASK-21: a task with only a title is to do and of medium priority", () => {
  expect(NewTask.parse({ title: "  Call Anna  " })).toEqual({
    title: "Call Anna",
    description: null,
    ...{
      estimateMinutes: null,
      notBefore: null,
      leastPieceMinutes: null,
      hoursOfDay: null,
      place: null,
      energy: "any",
    },
    priority: "medium",
    status: "todo",
    dueDate: null,
    projectId: null,
    tags: [],
    parentId: null,
  });
});

test("TASK-22, TASK-23: a title that is blank after trimming is refused", () => {
  for (const title of ["", "   ", "\n\t ", "\u00a0\u2003"]) {
    expect(problem(NewTask, { title })).toBe("title");
    expect(problem(TaskChange, { title })).toBe("title");
  }
});

test("TASK-24: tags are trimmed; empty ones and repetitions are dropped", () => {
  expect(NewTask.parse({ title: "x", tags: [" board ", "", "board", "q3"] }).tags).toEqual(["board", "q3"]);
});

test("lengths one above their limit are refused", () => {
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);
  expect(
    NewTask.safeParse({ title: "x".repeat(500), description: "x".repeat(20_000), tags: tags(50) }).success,
  ).toBe(true);
  expect(problem(NewTask, { title: "x".repeat(501) })).toBe("title");
  expect(problem(NewTask, { title: "x", description: "x".repeat(20_001) })).toBe("description");
  expect(problem(NewTask, { title: "x", tags: tags(51) })).toBe("tags");
  expect(problem(NewTask, { title: "x", tags: ["x".repeat(61)] })).toBe("tags.0");
  expect(problem(NewProject, { name: "x".repeat(201) })).toBe("name");
});

test("unknown fields are refused", () => {
  for (const field of ["userId", "completed_at", "__proto__x", "search", "deletedAt"])
    expect(NewTask.safeParse({ title: "x", [field]: "y" }).success).toBe(false);
});

test("TASK-18, DATA-05: only completed tasks have a completion time", () => {
  const now = at("2026-03-01T09:00:00Z");
  expect(completionOf("completed", now)).toBe(now);
  expect([completionOf("todo", now), completionOf("in_progress", now), completionOf("review", now)]).toEqual([
    null,
    null,
    null,
  ]);
});

test("a task is overdue from the midnight after its due date, in the zone of its owner, until it is completed", () => {
  const due = { status: "todo", dueDate: at("2026-03-28T08:00:00Z") } as const;
  expect(isOverdue(due, at("2026-03-28T21:00:00Z"), "Europe/Berlin")).toBe(false);
  expect(isOverdue(due, at("2026-03-28T23:00:00Z"), "Europe/Berlin")).toBe(true);
  expect(isOverdue(due, at("2026-03-28T23:00:00Z"), "America/New_York")).toBe(false);
  expect(isOverdue({ ...due, status: "completed" }, at("2027-01-01T00:00:00Z"), "UTC")).toBe(false);
  expect(isOverdue({ ...due, dueDate: null }, at("2027-01-01T00:00:00Z"), "UTC")).toBe(false);
});

test("PROJ-08: a project's name is required, trimmed", () => {
  expect(problem(NewProject, { name: "  " })).toBe("name");
  expect(NewProject.parse({ name: " Launch " })).toMatchObject({ name: "Launch", progressPercentage: 0 });
});

test("PROJ-09: progress is a whole number from 0 to 100", () => {
  for (const progressPercentage of [-1, 101, 12.5, Number.NaN, "50", null])
    expect(ProjectChange.safeParse({ progressPercentage }).success).toBe(false);
  expect(
    [0, 100].map((progressPercentage) => ProjectChange.safeParse({ progressPercentage }).success),
  ).toEqual([true, true]);
});

test("PROJ-10: typed progress that is not a number is 0", () => {
  expect(["", "abc", undefined, null, Number.NaN, {}].map(parseProgress)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(["42", 42, "12.6", 150, -3, Number.POSITIVE_INFINITY].map(parseProgress)).toEqual([
    42, 42, 13, 100, 0, 100,
  ]);
});

test("a project is at 100 percent only when nothing is left to do", () => {
  expect(progressOf({ total: 3, completed: 2 })).toBe(67);
  expect(progressOf({ total: 1000, completed: 999 })).toBe(99);
  expect(progressOf({ total: 7, completed: 7 })).toBe(100);
  expect(progressOf({ total: 7, completed: 0 })).toBe(0);
});

test("TASK-26: a page sorts tasks newest first as the server does; without a due date is last", () => {
  const task = (id: string, fields: object = {}) => ({
    id,
    title: id,
    status: "todo" as const,
    priority: "medium" as const,
    dueDate: null,
    completedAt: null,
    position: id,
    createdAt: "2026-03-01T09:00:00.000Z",
    ...fields,
  });
  const order = (sort: keyof typeof TASK_ORDERS, ...tasks: ReturnType<typeof task>[]) =>
    tasks.toSorted(TASK_ORDERS[sort]).map(({ id }) => id);
  expect(
    order("created", task("a"), task("c"), task("b", { createdAt: "2026-03-02T09:00:00.000Z" })),
  ).toEqual(["b", "c", "a"]);
  expect(order("due", task("a"), task("b", { dueDate: "2026-03-02T09:00:00.000Z" }), task("c"))).toEqual([
    "b",
    "a",
    "c",
  ]);
  expect(order("priority", task("a"), task("b", { priority: "urgent" }), task("c"))).toEqual(["b", "c", "a"]);
  expect(
    order("title", task("a", { title: "Zoe" }), task("b", { title: "émile" }), task("c", { title: "Eva" })),
  ).toEqual(["b", "c", "a"]);
});
