import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const SRC = resolve(import.meta.dirname, "../src");

/** What the server reads when it runs: SQL in the order in which it is applied, what it says in other languages, and weights. */
const SHIPPED = [
  "order.json",
  "**/*.sql",
  "i18n/catalogues/*.po",
  "**/trained-*.json.gz",
  "**/trained-*.bin.gz",
];

/** Puts the files that the server reads beside its bundle. */
export function shipFiles(): Plugin {
  return {
    name: "ship-files",
    apply: "build",
    generateBundle() {
      for (const fileName of globSync(SHIPPED, { cwd: SRC }))
        this.emitFile({ type: "asset", fileName, source: readFileSync(join(SRC, fileName)) });
    },
  };
}
