import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Path below the root folder → content. */
export type Sources = ReadonlyMap<string, string>;

export function readSources(folder: string, names = /\.tsx?$/): Sources {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file, "utf8")]));
}
