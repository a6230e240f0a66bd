import type { Slice } from "#platform/capability/slice.ts";
import descriptions from "./descriptions.json" with { type: "json" };
import { endBlocksOfTasks, moveBlocksByThemselves, purgeBlocks } from "./jobs.ts";
import { plan } from "./plan.ts";
import { planSettings } from "./plan-settings.ts";

/** Plans show tasks, events and what was said in mails, so a key for one of these areas alone must not make them. */
export const planning: Slice = {
  name: "planning",
  area: "search",
  descriptions,
  resources: [plan, planSettings],
  jobs: [endBlocksOfTasks, moveBlocksByThemselves, purgeBlocks],
};
