import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * What a browser must load before the first page shows, gzipped: the scripts and styles that the built index.html
 * names. Sizes are exact, so a budget is a check and not a benchmark.
 */
const BUDGETS = { js: 180_000, css: 30_000 };

const folder = resolve(import.meta.dirname, "../dist/web");
const html = readFileSync(join(folder, "index.html"), "utf8");
const named = [...html.matchAll(/(?:src|href)="\/([^"]+\.(js|css))"/g)];

for (const [kind, budget] of Object.entries(BUDGETS)) {
  const files = new Set(named.filter((match) => match[2] === kind).map((match) => match[1] ?? ""));
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
  const size = sizes.reduce((sum, each) => sum + each, 0);
  console.log(`initial ${kind}: ${size} of ${budget} bytes gzipped in ${files.size} files`);
  if (size > budget || size === 0) process.exitCode = 1;
}
