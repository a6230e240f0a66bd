import { expect, test } from "vitest";
import {
  changeBetween,
  differences,
  draftOf,
  EMPTY_DRAFT,
  fieldsOf,
  type TaskFields,
  withField,
} from "./task-draft.ts";

const call: TaskFields = {
  title: "Call Anna",
  description: null,
  status: "todo",
  priority: "medium",
  projectId: null,
  dueDate: null,
  tags: ["board"],
};

test("TASK-20, TASK-21: a new task is to do, with medium priority", () => {
  expect(fieldsOf({ ...EMPTY_DRAFT, title: "Call Anna" })).toMatchObject({
    status: "todo",
    priority: "medium",
  });
});

test("TASK-22, TASK-23: a title that is blank after trimming gives nothing to save", () => {
  expect(fieldsOf({ ...EMPTY_DRAFT, title: " \t " })).toBeNull();
  expect(fieldsOf({ ...EMPTY_DRAFT, title: "  Call Anna " })?.title).toBe("Call Anna");
});

test("TASK-24: tags are comma separated and trimmed", () => {
  expect(fieldsOf({ ...EMPTY_DRAFT, title: "x", tags: " board , ,q4,board" })?.tags).toEqual(["board", "q4"]);
});

test("TASK-25, TASK-42: the due day is yyyy-MM-dd, and comes back as it was typed, with or without a time", () => {
  for (const typed of [
    { dueDay: "2026-03-05", dueTime: "" },
    { dueDay: "2026-03-05", dueTime: "15:00" },
  ]) {
    const fields = fieldsOf({ ...EMPTY_DRAFT, title: "x", ...typed });
    expect(fields && draftOf(fields)).toMatchObject(typed);
  }
  expect(fieldsOf({ ...EMPTY_DRAFT, title: "x", dueDay: "soon" })?.dueDate).toBeNull();
});

test("only what was changed is sent", () => {
  expect(changeBetween(call, { ...call, tags: ["board"], status: "review" })).toEqual({ status: "review" });
  expect(changeBetween(call, call)).toEqual({});
});

test("two people at one task: each field says who changed it, and either value can be taken", () => {
  const mine = { ...call, title: "Call Anna about the lease", priority: "high" } as const;
  const theirs = { ...call, title: "Write to Anna", status: "in_progress", priority: "high" } as const;
  expect(differences(call, mine, theirs)).toEqual([
    { field: "title", isMineToo: true },
    { field: "status", isMineToo: false },
  ]);
  const draft = withField(draftOf(mine), "status", theirs);
  expect(draft).toMatchObject({ title: "Call Anna about the lease", status: "in_progress" });
});
