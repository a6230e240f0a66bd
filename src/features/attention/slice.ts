import type { Slice } from "#platform/capability/slice.ts";
import { attention as verbs } from "./attention.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { purgeMarks } from "./jobs.ts";

/** Items show records of every area, so a key for tasks alone must not list them. */
export const attention: Slice = {
  name: "attention",
  area: "search",
  descriptions,
  resources: [verbs],
  jobs: [purgeMarks],
};
