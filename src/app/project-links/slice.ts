import type { Slice } from "#platform/capability/slice.ts";
import { projectLinks as verbs } from "./project-links.ts";

export const projectLinks: Slice = { name: "project-links", area: "tasks", resources: [verbs] };
