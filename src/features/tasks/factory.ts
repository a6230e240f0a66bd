import type { projects, tasks } from "./tables.ts";

type NewTask = typeof tasks.$inferInsert;
type NewProject = typeof projects.$inferInsert;

export const aTask = (fields: Partial<NewTask> & Pick<NewTask, "userId">): NewTask => ({
  title: "Prepare the board deck",
  ...fields,
});

export const aProject = (fields: Partial<NewProject> & Pick<NewProject, "userId">): NewProject => ({
  name: "Annual report",
  ...fields,
});
