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

test("SHELL-42: the palette lists everything until something is typed", () => {
  expect(labels("  ")).toHaveLength(5);
});

test("SHELL-42: matches at the start of a name come first, then at the start of a word; inner matches do not count", () => {
  expect(labels("t")).toEqual(["Team", "Tasks", "Create task"]);
});

test("SHELL-42: every word must match, including keywords", () => {
  expect(labels("new task")).toEqual(["Create task"]);
  expect(labels("task rocket")).toEqual([]);
});
