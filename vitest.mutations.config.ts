import "./scripts/require-node-24.mjs";

import { appendFileSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { mergeConfig } from "vitest/config";
import type { TestModule, TestSpecification } from "vitest/node";
import { environment } from "./scripts/environment.mjs";
import { type Numbered, withSwitches } from "./scripts/mutations/plant-faults.ts";
import base from "./vitest.config.ts";

const folder = environment.MUTATION_FOLDER ?? "";
const planted = JSON.parse(readFileSync(join(folder, "faults.json"), "utf8")) as Numbered[];

class InOrder {
  sort(files: TestSpecification[]) {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId));
  }
  shard(files: TestSpecification[]) {
    return files;
  }
}

/** The tests that `scripts/test-mutations.ts` chose, on a program with faults behind switches; no file of the tree is changed. */
const config = mergeConfig(base, {
  root: process.cwd(),
  test: {
    fsModuleCache: false,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    sequence: { sequencer: InOrder },
    reporters: [
      {
        onTestModuleEnd: (module: TestModule) =>
          appendFileSync(
            join(folder, "ended.txt"),
            `${relative(folder, module.moduleId)} ${module.state()}\n`,
          ),
      },
    ],
  },
  plugins: [
    {
      name: "plant-faults",
      enforce: "pre",
      load(id: string) {
        const path = relative(process.cwd(), id.split("?")[0] ?? id);
        const faults = planted.filter((fault) => fault.path === path);
        return faults.length > 0 ? withSwitches(readFileSync(path, "utf8"), faults) : undefined;
      },
    },
  ],
});
// The projects of the suite would run all their own tests after every list of trials.
config.test.projects = undefined;
config.test.include = [`${relative(process.cwd(), folder)}/*.test.ts`];
config.test.setupFiles = [];
export default config;
