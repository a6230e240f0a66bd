import { expect, test } from "vitest";
import { filterCommands } from "./filter-commands.ts";

const labels = (text: string) =>
  filterCommands(
    [
      { label: "Dashboard" },
      { label: "Team" },
      { label: "Create task", keywords: "todo new" },
      { label: "Tasks" },
      { label: "Multitasking guide" },
    ],
    text,
  ).map(({ label }) => label);

test("SHELL-42: the palette shows everything until something is typed", () => {
  expect(labels("  ")).toHaveLength(5);
});

test("SHELL-42: the start of a name comes first, then the start of a word; the middle of one is no match", () => {
  expect(labels("t")).toEqual(["Team", "Tasks", "Create task"]);
});

test("SHELL-42: every word must be found, keywords count", () => {
  expect(labels("new task")).toEqual(["Create task"]);
  expect(labels("task rocket")).toEqual([]);
});
