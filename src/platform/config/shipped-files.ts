import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the files that the program reads when it runs: `src` of a checkout, the bundle's folder in a build. */
export function shippedFiles(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "order.json"))) return folder;
    if (folder === dirname(folder)) throw new Error(`No order.json above ${import.meta.dirname}`);
  }
}
