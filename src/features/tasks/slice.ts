import type { ImportingSlice } from "#features/integrations/public/importer.ts";
import { feedOfEach } from "#platform/capability/slice.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { purgeTrash } from "./jobs.ts";
import { projects } from "./projects.ts";
import { tasks as taskVerbs } from "./tasks.ts";

export const tasks: ImportingSlice = {
  name: "tasks",
  descriptions,
  resources: [taskVerbs, projects],
  feeds: { tasks: feedOfEach(taskVerbs.get, taskVerbs.counts), projects: feedOfEach(projects.get) },
  jobs: [purgeTrash],
  imports: { hookTarget: async (context, given) => (await taskVerbs.create(context, given)).id },
};
