import type { Slice } from "#platform/capability/slice.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { dashboard as figuresAndSample } from "./dashboard.ts";
import descriptions from "./descriptions.json" with { type: "json" };

export const dashboard: Slice = {
  name: "dashboard",
  descriptions,
  resources: [figuresAndSample],
  jobs: [removeFiles],
};
