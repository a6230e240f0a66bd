import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { purgeTrash } from "./jobs.ts";
import { projects } from "./projects.ts";
import { tasks as taskVerbs } from "./tasks.ts";

export const tasks: ImportingSlice = {
  name: "tasks",
  resources: [taskVerbs, projects],
  jobs: [purgeTrash],
  imports: { hookTarget: async (context, given) => (await taskVerbs.create(context, given)).id },
};
