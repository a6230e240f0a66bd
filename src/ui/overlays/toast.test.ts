import { afterEach, expect, test } from "vitest";
import { currentToasts, type Toast, toast, undoNewest } from "./toast.ts";
import { lifetime } from "./toasts.tsx";

afterEach(() => {
  for (const { id } of currentToasts()) toast.dismiss(id);
});

const titles = () => currentToasts().map(({ title }) => title);

test("a toast replaces the one of its sort: the same words about another record or number", () => {
  toast.success("Archived 1 email");
  toast.success("'Plan' was completed");
  toast.success("Archived 12 emails");
  toast.success("'Budget' was completed");
  expect(titles()).toEqual(["Archived 12 emails", "'Budget' was completed"]);
});

test("the newest toast that offers it is undone, once; another offer is not taken", () => {
  const undone: string[] = [];
  toast.undo("Task deleted", () => undone.push("task"));
  toast.undo("Event deleted", () => undone.push("event"));
  toast.offer("A new version is here", "Reload", () => undone.push("reload"));
  undoNewest();
  expect(undone).toEqual(["event"]);
  expect(titles()).toEqual(["Task deleted", "A new version is here"]);
  undoNewest();
  undoNewest();
  expect(undone).toEqual(["event", "task"]);
});

test("another sort stays, and so does a failure with another reason", () => {
  toast.success("Message sent");
  toast.success("Draft saved");
  toast.failure("Failed to load tasks", "The server did not answer");
  toast.failure("Failed to load tasks", "You are offline");
  toast.failure("Failed to load tasks", "You are offline");
  expect(titles()).toEqual([
    ...["Message sent", "Draft saved"],
    ...["Failed to load tasks", "Failed to load tasks"],
  ]);
});

test("a toast stands as long as it takes to read, an action or an error longer, none for ever", () => {
  const time = (parts: Partial<Toast>) => lifetime({ id: 1, kind: "success", title: "Saved", ...parts });
  expect(time({})).toBe(4_500);
  expect(time({ onUndo: () => undefined })).toBe(8_000);
  expect(time({ kind: "failure" })).toBe(8_000);
  expect(time({ message: "x".repeat(95) })).toBe(9_000);
  expect(time({ message: "x".repeat(1_000) })).toBe(20_000);
});
