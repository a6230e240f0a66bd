import "./require-node-24.mjs";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { graphOf, ORDER, sliceOf } from "./check-boundaries.ts";
import { drawPicture, type Edges } from "./draw-picture.ts";
import { readSources, type Sources } from "./sources.ts";

/**
 * Draws the slices in docs/architecture.md, as an image and as lines, from the imports: `node
 * scripts/draw-architecture.ts`.
 */

const ROOT = resolve(import.meta.dirname, "..");
const PAGE = resolve(ROOT, "docs/architecture.md");
const IMAGE = resolve(ROOT, "docs/images/architecture.svg");
const [BEGIN, END] = ["<!-- slices: drawn by scripts/draw-architecture.ts -->", "<!-- /slices -->"];

/** The slices that each slice uses, without what only its tests use. */
export function edgesOf(sources: Sources): Edges {
  const uses = new Map(ORDER.map((slice) => [slice, new Set<string>()]));
  for (const [path, targets] of graphOf(sources))
    for (const target of targets) {
      const [from = "", to] = [sliceOf(path), sliceOf(target)];
      if (to && from !== to && !/\.(test|factory)\.tsx?$/.test(path)) uses.get(from)?.add(to);
    }
  const slices = ORDER.toReversed();
  return new Map(slices.map((slice) => [slice, slices.filter((other) => uses.get(slice)?.has(other))]));
}

/** A line for each slice, the highest first, with the slices that it uses. */
export function drawArchitecture(uses: Edges): string {
  const width = Math.max(...ORDER.map(({ length }) => length));
  const lines = [...uses].map(([slice, used]) =>
    used.length === 0 ? slice : `${slice.padEnd(width)} → ${used.join(", ")}`,
  );
  return ["```text", ...lines, "```"].join("\n");
}

/** The page with its diagram replaced. */
export function withPicture(page: string, picture: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`The page has no place for the picture: ${BEGIN} … ${END}`);
  return `${page.slice(0, from)}${BEGIN}\n${picture}\n${page.slice(to)}`;
}

export function readArchitecture() {
  const uses = edgesOf(readSources(resolve(ROOT, "src")));
  return {
    page: readFileSync(PAGE, "utf8"),
    lines: drawArchitecture(uses),
    image: existsSync(IMAGE) ? readFileSync(IMAGE, "utf8") : "",
    drawn: drawPicture(uses),
  };
}

if (import.meta.main) {
  const { page, lines, drawn } = readArchitecture();
  writeFileSync(PAGE, withPicture(page, lines));
  writeFileSync(IMAGE, drawn);
}
