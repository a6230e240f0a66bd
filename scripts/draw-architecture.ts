import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { graphOf, ORDER, sliceOf } from "./check-boundaries.ts";
import { readSources, type Sources } from "./sources.ts";

/** Draws the diagram of the slices in docs/architecture.md from the imports: `node scripts/draw-architecture.ts`. */

const ROOT = resolve(import.meta.dirname, "..");
const PAGE = resolve(ROOT, "docs/architecture.md");
const [BEGIN, END] = ["<!-- slices: drawn by scripts/draw-architecture.ts -->", "<!-- /slices -->"];

/** A line for each slice, the highest first, with the slices that it uses. */
export function drawArchitecture(sources: Sources): string {
  const uses = new Map(ORDER.map((slice) => [slice, new Set<string>()]));
  for (const [path, targets] of graphOf(sources))
    for (const target of targets) {
      const [from = "", to] = [sliceOf(path), sliceOf(target)];
      if (to && from !== to && !/\.(test|factory)\.tsx?$/.test(path)) uses.get(from)?.add(to);
    }
  const width = Math.max(...ORDER.map(({ length }) => length));
  const lines = ORDER.toReversed().map((slice) => {
    const used = ORDER.toReversed().filter((other) => uses.get(slice)?.has(other));
    return used.length === 0 ? slice : `${slice.padEnd(width)} → ${used.join(", ")}`;
  });
  return ["```text", ...lines, "```"].join("\n");
}

/** The page with its diagram replaced. */
export function withPicture(page: string, picture: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`The page has no place for the picture: ${BEGIN} … ${END}`);
  return `${page.slice(0, from)}${BEGIN}\n${picture}\n${page.slice(to)}`;
}

export const readArchitecture = () => ({
  page: readFileSync(PAGE, "utf8"),
  picture: drawArchitecture(readSources(resolve(ROOT, "src"))),
});

if (import.meta.main) {
  const { page, picture } = readArchitecture();
  writeFileSync(PAGE, withPicture(page, picture));
}
