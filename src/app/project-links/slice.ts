import type { Slice } from "#platform/capability/slice.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { projectLinks as verbs } from "./project-links.ts";

/** Links show records of every area, so a key for tasks alone must not list them. */
export const projectLinks: Slice = {
  name: "project-links",
  area: "search",
  descriptions,
  resources: [verbs],
};
