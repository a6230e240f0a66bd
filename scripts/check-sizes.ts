import "./require-node-24.mjs";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * The number of built files and the gzipped size of what a browser loads: with each page, and after that one chunk at a
 * time. Counts and sizes are exact, so a budget is a check and not a benchmark.
 */
const BUDGETS = {
  scripts: 32,
  styles: 13,
  first: 142_000,
  css: 14_500,
  chunk: 46_000,
  signIn: 32_500,
  signInCss: 7_000,
};
/** Libraries that are larger than a page, fetched only where they are needed (performance.md P10). */
const HEAVY: Record<string, number> = { pdf: 125_000, "pdf-worker": 310_000, editor: 80_000 };
/** The same in other languages, whose words are longer. */
const COPY_BUDGET = 204_000;
/** Each page, with what every page needs: all scripts that are fetched before its first data is shown. */
const PAGE_BUDGET = 200_000;
const PAGES = [
  ...[
    "/",
    "/analytics",
    "/quick-actions",
    "/ai-assistant",
    "/daily-ops",
    "/settings",
    "/integrations",
    "/promises",
  ],
  ...["/email", "/calendar", "/tasks", "/tasks/projects", "/communication", "/documents", "/team"],
  ...["/invitation", "/book", "/agents/authorize"],
  ...["/admin", "/admin-debug", "/admin/accounts", "/admin/audit", "/admin/backups", "/admin/health"],
  ...["/admin/jobs", "/admin/operations", "/admin/payments", "/admin/settings"],
];

/** In another language: 'app-x.de-y.js' */
const COPY = /\.[a-z]{2}-[0-9a-f]{8}\.js$/;

const folder = resolve(import.meta.dirname, "../dist/web");
const html = readFileSync(join(folder, "index.html"), "utf8");
const pages: Record<string, string[]> = JSON.parse(readFileSync(join(folder, ".vite/pages.json"), "utf8"));
const languages: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(join(folder, ".vite/languages.json"), "utf8"),
);
const first = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? "");
const built = readdirSync(join(folder, "assets")).map((name) => `assets/${name}`);
const allScripts = built.filter((file) => /\.m?js$/.test(file));
const scripts = allScripts.filter((file) => !COPY.test(file));
const styles = built.filter((file) => file.endsWith(".css"));
const nameOf = (file: string) => file.replace(/^assets\/(.*)-[\w-]{8}\.\w+$/, "$1");

check(`${scripts.length} scripts`, scripts.length, BUDGETS.scripts, "files");
check(`${styles.length} styles`, styles.length, BUDGETS.styles, "files");
check("scripts of every page", sumOf(first.filter(isAsset), scripts), BUDGETS.first);
const signIn = [...scripts, ...styles].filter((file) => nameOf(file) === "sign-in");
check("scripts of the sign-in page", sumOf(signIn, scripts), BUDGETS.signIn);
check("styles of the sign-in page", sumOf(signIn, styles), BUDGETS.signInCss);
for (const [path, files] of Object.entries(pages)) {
  check(`scripts of ${path}`, sumOf(files, scripts), PAGES.includes(path) ? PAGE_BUDGET : 0);
  check(`styles of ${path}`, sumOf(files, styles), BUDGETS.css);
}
for (const [language, copies] of Object.entries(languages)) {
  const loads = Object.values(pages).map((files) => files.map((file) => copies[file] ?? file));
  const largestPage = Math.max(...loads.map((files) => sumOf(files, allScripts)));
  check(`scripts of the largest page in ${language}`, largestPage, COPY_BUDGET);
}
for (const path of PAGES) if (!pages[path]) fail(`No page was built at ${path}`);
for (const [name, budget] of Object.entries(HEAVY)) {
  const files = scripts.filter((file) => nameOf(file) === name);
  check(name, sumOf(files, scripts), budget);
}
const later = scripts.filter((file) => !first.includes(file) && !(nameOf(file) in HEAVY));
const largest = later.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? "";
check(`largest of ${later.length} later chunks (${largest})`, sizeOf(largest), BUDGETS.chunk);
for (const file of scripts)
  if (hasSchemas(file)) fail(`${file} has the library of schemas, which no page needs`);
for (const file of scripts) if (reaches(file, file)) fail(`${file} imports itself through other chunks`);

/** Chunks in a circle are run in an order that nobody chose. */
function reaches(from: string, wanted: string, seen = new Set<string>()): boolean {
  return importsOf(from).some((next) => {
    if (next === wanted) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(next, wanted, seen);
  });
}

function importsOf(file: string): string[] {
  const code = readFileSync(join(folder, file), "utf8");
  return [...code.matchAll(/(?:\bfrom|\bimport)"\.\/([\w-]+\.js)"/g)].map((match) => `assets/${match[1]}`);
}

/** The property of every zod schema. */
function hasSchemas(file: string): boolean {
  return readFileSync(join(folder, file), "utf8").includes("._zod");
}

function check(name: string, value: number, budget: number, unit = "bytes gzipped"): void {
  console.log(`${name}: ${value} of ${budget} ${unit}`);
  if (value > budget || value === 0) fail(`${name} is over its budget`);
}

function fail(message: string): void {
  console.log(message);
  process.exitCode = 1;
}

function isAsset(file: string): boolean {
  return file.startsWith("assets/");
}

function sumOf(files: readonly string[], kind: readonly string[]): number {
  return files.filter((file) => kind.includes(file)).reduce((sum, file) => sum + sizeOf(file), 0);
}

function sizeOf(file: string): number {
  return gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
}
