import { expect, test } from "vitest";
import { EMPTY_PROJECT, projectFieldsOf } from "./project-draft.ts";

test("PROJ-08: a project needs a name, trimmed", () => {
  expect(projectFieldsOf({ ...EMPTY_PROJECT, name: "  " })).toBeNull();
  expect(projectFieldsOf({ ...EMPTY_PROJECT, name: " Launch " })?.name).toBe("Launch");
});

test("PROJ-09, PROJ-10: progress is 0 to 100, and 0 where it is not a number", () => {
  const progress = (typed: string) =>
    projectFieldsOf({ ...EMPTY_PROJECT, name: "Launch", progress: typed })?.progressPercentage;
  expect(["40", "", "much", "-3", "250"].map(progress)).toEqual([40, 0, 0, 0, 100]);
});
