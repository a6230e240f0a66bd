import type { Slice } from "#platform/capability/slice.ts";
import { projectLinks as verbs } from "./project-links.ts";

/** Links show records of every area, so a key for tasks alone must not list them. */
export const projectLinks: Slice = { name: "project-links", area: "search", resources: [verbs] };
