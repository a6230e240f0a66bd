import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export type ServerSource = { path: string; text: string };

/** The files of `src` that run on the server in production: no tests, laws, stand-ins or pages. Paths are relative to `src`. */
export function serverSources(): ServerSource[] {
  const root = join(import.meta.dirname, "../..");
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.(test|factory)\.ts$/.test(entry.name),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/^platform\/testing\/|^app\/laws\/|\/web\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
