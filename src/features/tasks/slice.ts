import type { Slice } from "#platform/capability/slice.ts";
import { purgeTrash } from "./jobs.ts";
import { projects } from "./projects.ts";
import { tasks as taskVerbs } from "./tasks.ts";

export const tasks: Slice = { name: "tasks", resources: [taskVerbs, projects], jobs: [purgeTrash] };
