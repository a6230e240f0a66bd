import { expect, test } from "vitest";
import { projectForm } from "./project-form.ts";

const typed = (draft: Partial<typeof projectForm.blank>) =>
  projectForm.valuesOf({ ...projectForm.blank, ...draft });

test("PROJ-08: a project needs a name, trimmed", () => {
  expect(typed({ name: "  " })).toBeNull();
  expect(typed({ name: " Launch " })?.name).toBe("Launch");
});

test("PROJ-09, PROJ-10: progress is 0 to 100, and 0 where it is not a number", () => {
  const progress = (progressPercentage: string) =>
    typed({ name: "Launch", progressPercentage })?.progressPercentage;
  expect(["40", "", "much", "-3", "250"].map(progress)).toEqual([40, 0, 0, 0, 100]);
});
