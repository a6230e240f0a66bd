import "./scripts/require-node-24.mjs";

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { mergeConfig } from "vitest/config";
import { environment } from "./scripts/environment.mjs";
import { type OwnerFilter, withoutFilters } from "./scripts/owner-filters.ts";
import base from "./vitest.config.ts";

const planted = JSON.parse(environment.PLANTED_FAULTS ?? "[]") as OwnerFilter[];

/** The tests as ever, on a program without the filters that `scripts/owner-faults.ts` names; no file is changed. */
export default mergeConfig(base, {
  root: process.cwd(),
  // What a run before this one read had other filters left out.
  test: { fsModuleCache: false },
  plugins: [
    {
      name: "leave-out-owner-filters",
      enforce: "pre",
      load(id: string) {
        const path = relative(process.cwd(), id.split("?")[0] ?? id);
        const filters = planted.filter((filter) => filter.path === path);
        return filters.length > 0 ? withoutFilters(readFileSync(path, "utf8"), filters) : undefined;
      },
    },
  ],
});
