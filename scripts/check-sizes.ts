import "./require-node-24.mjs";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * The gzipped size of what a browser loads: before the first page, the scripts and styles in the built index.html;
 * after that one chunk at a time. Sizes are exact, so a budget is a check and not a benchmark.
 */
const BUDGETS = { js: 180_000, css: 30_000, chunk: 60_000 };
/** Libraries that are larger than a page, fetched only where they are needed (performance.md P10). */
const HEAVY: Record<string, number> = { pdf: 125_000, "pdf-worker": 310_000, editor: 80_000 };

const folder = resolve(import.meta.dirname, "../dist/web");
const html = readFileSync(join(folder, "index.html"), "utf8");
const named = new Set(
  [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? ""),
);
const built = readdirSync(join(folder, "assets")).map((name) => `assets/${name}`);
const heavyName = (file: string) =>
  Object.keys(HEAVY).find((name) => file.replace(/-[\w-]{8}\.m?js$/, "") === `assets/${name}`);
const later = built.filter((file) => /\.(m?js|css)$/.test(file) && !named.has(file) && !heavyName(file));

for (const kind of ["js", "css"] as const) {
  const files = [...named].filter((file) => file.endsWith(`.${kind}`));
  const size = files.reduce((sum, file) => sum + sizeOf(file), 0);
  checkSize(`initial ${kind} in ${files.length} files`, size, BUDGETS[kind]);
}
const largest = later.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? "";
for (const [name, budget] of Object.entries(HEAVY))
  for (const file of built.filter((each) => heavyName(each) === name)) checkSize(file, sizeOf(file), budget);
checkSize(`largest of ${later.length} later chunks (${largest})`, sizeOf(largest), BUDGETS.chunk);

function checkSize(name: string, size: number, budget: number): void {
  console.log(`${name}: ${size} of ${budget} bytes gzipped`);
  if (size > budget || size === 0) process.exitCode = 1;
}

function sizeOf(file: string): number {
  return gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
}
