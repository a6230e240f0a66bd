import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const SRC = resolve(import.meta.dirname, "../src");

/** Puts the SQL of the slices, and the order in which it is applied, beside the bundle that applies it. */
export function shipSql(): Plugin {
  return {
    name: "ship-sql",
    apply: "build",
    generateBundle() {
      for (const fileName of ["order.json", ...globSync("**/*.sql", { cwd: SRC })])
        this.emitFile({ type: "asset", fileName, source: readFileSync(join(SRC, fileName)) });
    },
  };
}
