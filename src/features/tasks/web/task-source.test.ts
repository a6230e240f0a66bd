import { expect, test } from "vitest";
import type { TaskOnWire } from "../model.ts";
import { filterOf, type TaskAddress } from "./filters/task-address.ts";
import { passesFilter } from "./task-source.ts";

const now = new Date(2026, 2, 5, 10);
const day = (date: number, hour = 0) => new Date(2026, 2, date, hour).toISOString();

const call: TaskOnWire = {
  id: "4f9e2b9e-0d7c-4c53-8d21-3b0d6b1f7a10",
  userId: "9a4d0d4c-7a55-4c52-93f7-6f2a3b1c5d20",
  title: "Call Anna",
  description: "About the lease",
  priority: "high",
  status: "todo",
  dueDate: day(5),
  projectId: null,
  projectName: null,
  provenance: "person",
  tags: ["board"],
  ...{
    estimateMinutes: null,
    notBefore: null,
    leastPieceMinutes: null,
    hoursOfDay: null,
    place: null,
    energy: "any",
  },
  parentId: null,
  subtasks: { total: 0, completed: 0 },
  blockedBy: [],
  isBlocked: false,
  position: "a",
  createdAt: day(1),
  updatedAt: day(1),
  completedAt: null,
  deletedAt: null,
  version: 1,
};

const passes = (address: TaskAddress, change: Partial<TaskOnWire> = {}, isListed = false) =>
  passesFilter({ ...call, ...change }, filterOf(address), isListed, now);

test("TASK-04: a task is listed under the filters that it matches", () => {
  expect(passes({})).toBe(true);
  expect(passes({ status: "todo,review", priority: "high", tag: "board", due: "today" })).toBe(true);
  expect(passes({ status: "review" })).toBe(false);
  expect(passes({ priority: "low" })).toBe(false);
  expect(passes({ tag: "finance" })).toBe(false);
  expect(passes({ project: call.userId })).toBe(false);
});

test("subtasks and tasks in the trash are in no list of tasks", () => {
  expect(passes({}, { parentId: call.userId })).toBe(false);
  expect(passes({}, { deletedAt: day(5) })).toBe(false);
});

test("a due date is a day in the reader's time zone", () => {
  const due = (dueDate: string | null, change: Partial<TaskOnWire> = {}) =>
    (["overdue", "today", "week", "none"] as const).filter((each) =>
      passes({ due: each }, { dueDate, ...change }),
    );
  expect(due(day(5, 1))).toEqual(["today", "week"]);
  expect(due(day(5, 23))).toEqual(["today", "week"]);
  expect(due(day(4, 23))).toEqual(["overdue"]);
  expect(due(day(4), { status: "completed" })).toEqual([]);
  expect(due(day(11, 23))).toEqual(["week"]);
  expect(due(day(12))).toEqual([]);
  expect(due(null)).toEqual(["none"]);
});

test("a search keeps the server's results, and adds tasks that begin with its words", () => {
  expect(passes({ search: "ann lea" })).toBe(true);
  expect(passes({ search: "boa" })).toBe(true);
  expect(passes({ search: "zebra" })).toBe(false);
  expect(passes({ search: "zebra" }, {}, true)).toBe(true);
});
