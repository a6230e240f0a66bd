import { expect, test } from "vitest";
import { type TaskValues, taskForm } from "./task-form.ts";

const { blank, draftOf, valuesOf, changeBetween, differences, withField } = taskForm;

const call: TaskValues = {
  title: "Call Anna",
  description: null,
  status: "todo",
  priority: "medium",
  projectId: null,
  dueDate: null,
  tags: ["board"],
  ...{
    estimateMinutes: 90,
    leastPieceMinutes: null,
    notBefore: null,
    hoursOfDay: null,
    place: null,
    energy: "deep",
  },
};

test("TASK-20, TASK-21: a new task is to do, with medium priority", () => {
  expect(valuesOf({ ...blank, title: "Call Anna" })).toMatchObject({
    status: "todo",
    priority: "medium",
  });
});

test("TASK-22, TASK-23: a title that is blank after trimming gives nothing to save", () => {
  expect(valuesOf({ ...blank, title: " \t " })).toBeNull();
  expect(valuesOf({ ...blank, title: "  Call Anna " })?.title).toBe("Call Anna");
});

test("TASK-24: tags are comma separated and trimmed", () => {
  expect(valuesOf({ ...blank, title: "x", tags: " board , ,q4,board, Board," })?.tags).toEqual([
    "board",
    "q4",
    "Board",
  ]);
  expect(valuesOf({ ...blank, title: "x", tags: "" })?.tags).toEqual([]);
});

test("TASK-25, TASK-42: the due day is yyyy-MM-dd, and stays as typed, with or without a time", () => {
  for (const typed of [
    { day: "2026-03-05", time: "" },
    { day: "2026-03-05", time: "15:00" },
  ]) {
    const values = valuesOf({ ...blank, title: "x", dueDate: typed });
    expect(values && draftOf(values).dueDate).toEqual(typed);
  }
  expect(valuesOf({ ...blank, title: "x", dueDate: { day: "soon", time: "" } })?.dueDate).toBeNull();
});

test("only changed fields are sent", () => {
  expect(changeBetween(call, { ...call, tags: ["board"], status: "review" })).toEqual({ status: "review" });
  expect(changeBetween(call, call)).toEqual({});
});

test("two people edit one task: each field shows who changed it, and either value can be taken", () => {
  const edited = { ...call, title: "Call Anna about the lease", priority: "high" } as const;
  const current = { ...call, title: "Write to Anna", status: "in_progress", priority: "high" } as const;
  expect(differences(call, edited, current)).toEqual([
    { field: "title", hasLocalChange: true },
    { field: "status", hasLocalChange: false },
  ]);
  const draft = withField(draftOf(edited), "status", current);
  expect(draft).toMatchObject({ title: "Call Anna about the lease", status: "in_progress" });
});
