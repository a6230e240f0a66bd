import "./require-node-24.mjs";
import { posix, resolve } from "node:path";
import units from "../src/order.json" with { type: "json" };
import { circlesOf } from "./find-circles.ts";
import { importsOf } from "./imports.ts";
import { isRoom, roomViolations } from "./rooms.ts";
import { readSources, type Sources } from "./sources.ts";
import { reasonViolations } from "./sql-reasons.ts";
import { sqlViolations, UPWARD } from "./sql-tables.ts";

/**
 * Which units may import which, and which files may exist (docs/architecture-reference.md). The rules are the data
 * below; `node scripts/check-boundaries.ts` prints each violation and fails if there are any.
 */

/**
 * The slices from the lowest up, from src/order.json: each may use those before it, none after it. To cause something
 * in a higher slice, a lower slice publishes an event (`events.ts`), uses its manifest (`slice.ts`) or provides a slot
 * (`web/slots.ts`).
 */
export const ORDER = units
  .filter((unit) => unit.startsWith("features/"))
  .map((unit) => unit.slice("features/".length));

const LAYERS: Record<Layer, readonly Layer[]> = {
  app: ["app", "features", "platform", "ui", "i18n"],
  features: ["features", "platform", "ui", "i18n"],
  platform: ["platform", "i18n"],
  ui: ["ui", "i18n"],
  i18n: ["i18n"],
};

/** Platform files that also run in a browser. */
const BROWSER_SAFE =
  /^platform\/(client\/.+|fields\/.+|numbers\/.+|pictures\/.+|time\/.+|capability\/(wire|errors|csv|provenance)|notify\/policy|auth\/(address-state|start-pages))\.tsx?$/;
/** Pure code of a slice that its pages share with the server; each addition shows in review. */
const SHARED_WORK = new RegExp(
  `^features/(${[
    "calendar/(series/simple-rule|events/quick-event|events/scan-quick-text|series/recurrence-rule)",
    "daily-ops/(end-of-part|split-by-titles)",
    "documents/decode-text",
    "email/(writing/cite-sources|search/parse-mail-query|writing/split-sentences)",
    "payments/parse-csv",
    "tasks/(board-position|quick-add|suggest-by-rule)",
    "team/verify-log",
  ].join("|")})\\.ts$`,
);
/** The files that higher slices may import, besides the resources that it defines. */
const PUBLIC = /^(([a-z]+-)?model\.ts|events\.ts|public\/.+|web\/(api|slots)\.ts|web\/public\/.+)$/;
const SLICE_FILES = ["fields", "model", "tables", "events", "jobs", "routes", "prompts", "slice", "factory"];
const BANNED_NAMES = /^(index|utils?|helpers?|common|types|shared|misc|lib|constants)$/;

type Layer = "app" | "features" | "platform" | "ui" | "i18n";

/** One line per violation: the file, then what is wrong. */
export function boundaryViolations(sources: Sources): string[] {
  const violations = [...sources].flatMap(([path, source]) =>
    [...nameViolations(path, source), ...importViolations(path, source, sources)].map(
      (violation) => `src/${path}: ${violation}`,
    ),
  );
  const files = [...sources.keys()].filter((path) => /\.tsx?$/.test(path));
  return [...violations, ...roomViolations(files), ...circleViolations(sources)];
}

/** One line per group of files that import each other. */
const circleViolations = (sources: Sources) =>
  circlesOf(graphOf(sources)).map((circle) => `circle: ${circle.join(" → ")}`);

/** File → the files that it imports, for their types or their values. */
export function graphOf(sources: Sources): Map<string, string[]> {
  const targetsOf = (path: string, source: string) =>
    importsOf(source).flatMap(({ specifier }) => targetOf(path, specifier) ?? []);
  return new Map(
    [...sources].map(([path, source]) => [
      path,
      targetsOf(path, source).filter((target) => sources.has(target)),
    ]),
  );
}

function nameViolations(path: string, source: string): string[] {
  const violations: string[] = [];
  const [layer = "", slice = "", ...inside] = path.split("/");
  const words = path.split("/").map((part) => part.replace(/\..*$/, ""));
  if (!Object.hasOwn(LAYERS, layer)) violations.push("only app, features, platform, ui and i18n live in src");
  for (const word of words.filter((name) => BANNED_NAMES.test(name)))
    violations.push(`'${word}' says nothing: name what it holds`);
  if (words.some((word) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))) violations.push("names are kebab-case");
  if (/^\s*export\s+\*/m.test(source)) violations.push("no barrels: import from where it is defined");
  if (layer === "features") violations.push(...sliceFileViolations(slice, inside, source));
  return violations;
}

/** The file names allowed inside a slice. */
function sliceFileViolations(slice: string, inside: string[], source: string): string[] {
  const [first = "", ...rest] = inside;
  if (inside.length === 0) return [`'${slice}' is a file: a feature is a folder`];
  if (first === "web") return [];
  if (first === "public") return rest.length === 1 ? [] : ["public/ has no folders"];
  if (first === "providers") return rest.length === 1 ? [] : ["one outside system per file in providers/"];
  if (rest.length > 0 && !isRoom(slice, first)) return [`folder '${first}' is not in a slice's vocabulary`];
  const file = inside.at(-1) ?? "";
  if (file.endsWith(".tsx")) return ["components live in web/"];
  const name = file.replace(/(\.test|\.factory)?\.ts$/, "");
  const isKnown = SLICE_FILES.includes(name) || name.includes("-") || /\.(test|factory)\.ts$/.test(file);
  return isKnown || definesResource(source)
    ? []
    : [
        `'${name}' is not in a slice's vocabulary: a noun defines its resource, other work is named verb-noun`,
      ];
}

const definesResource = (source: string | undefined) => /\bresource\(/.test(source ?? "");

function importViolations(path: string, source: string, sources: Sources): string[] {
  return importsOf(source).flatMap(({ specifier, isType }) => {
    const target = targetOf(path, specifier);
    const violation = target
      ? (borderViolation(path, specifier, target) ??
        layerViolation(path, target) ??
        testViolation(path, target) ??
        sliceViolation(path, target, sources) ??
        browserViolation(path, target, isType))
      : packageViolation(path, specifier, isType);
    return violation ? [`imports ${specifier}: ${violation}`] : [];
  });
}

/** The path below `src`; starts with `../` outside of it; null for packages. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return posix.join(posix.dirname(path), specifier);
  return null;
}

function borderViolation(path: string, specifier: string, target: string): string | null {
  if (target.startsWith("..")) return "src imports nothing outside src";
  const isInside = unitOf(path) === unitOf(target);
  if (isInside && specifier.startsWith("#")) return "inside a unit imports are relative";
  if (!isInside && specifier.startsWith(".")) return "across a border imports start with #";
  return null;
}

/** The unit of a file: a slice, a part of the platform, the ui, the app. */
function unitOf(path: string): string {
  const [layer = "", part = ""] = path.split("/");
  return layer === "features" || layer === "platform" ? `${layer}/${part}` : layer;
}

function layerViolation(path: string, target: string): string | null {
  const from = path.split("/")[0] as Layer;
  const to = target.split("/")[0] as Layer;
  if (!LAYERS[from]?.includes(to)) return `${from} does not know ${to}`;
  if (to === "ui" && from !== "ui" && !isWeb(path)) return "only web/ uses the ui";
  if (isInWebFolder(target) && !isInWebFolder(path)) return "the server does not know web/";
  return null;
}

function testViolation(path: string, target: string): string | null {
  return isForTests(target) && !isForTests(path) && !/\.test\.tsx?$/.test(path) ? "only tests use it" : null;
}

const isForTests = (path: string) => /(^|[/.])factory\.ts$|^(platform|app\/web)\/testing\//.test(path);

function sliceViolation(path: string, target: string, sources: Sources): string | null {
  const [from, to] = [sliceOf(path), sliceOf(target)];
  if (!from || !to || from === to) return null;
  for (const slice of [from, to]) if (!ORDER.includes(slice)) return `'${slice}' has no place in ORDER`;
  if (ORDER.indexOf(from) < ORDER.indexOf(to)) return `${from} stands below ${to} and does not know it`;
  const file = target.split("/").slice(2).join("/");
  if (file === "factory.ts" || PUBLIC.test(file) || definesResource(sources.get(target))) return null;
  return "a slice shows others its resources, its models, events.ts and what lies in public/ only";
}

export const sliceOf = (path: string) => (path.startsWith("features/") ? path.split("/")[1] : undefined);

/** Browser code may import server files only as types. */
function browserViolation(path: string, target: string, isType: boolean): string | null {
  if (isType || !runsInBrowser(path) || runsInBrowser(target) || BROWSER_SAFE.test(target)) return null;
  return `runs in the browser, where ${target} may be imported as a type only`;
}

function packageViolation(path: string, specifier: string, isType: boolean): string | null {
  const isServerOnly = /^(node:|drizzle-orm|pg$|pg-boss|hono|@hono\/|pino|@node-rs\/)/.test(specifier);
  return isServerOnly && !isType && runsInBrowser(path) ? "is not for the browser" : null;
}

const isInWebFolder = (path: string) => /^(features\/[^/]+|app)\/web\//.test(path);
const isWeb = (path: string) => isInWebFolder(path) || path.startsWith("ui/");
const runsInBrowser = (path: string) =>
  !/\.test\.tsx?$/.test(path) &&
  !isForTests(path) &&
  (isWeb(path) ||
    path.startsWith("i18n/") ||
    /^platform\/(client|fields|numbers|pictures|time)\//.test(path) ||
    /^features\/[^/]+\/(fields|([a-z]+-)?model|events)\.ts$/.test(path) ||
    SHARED_WORK.test(path));

if (import.meta.main) {
  const root = resolve(import.meta.dirname, "../src");
  const sources = readSources(root);
  const withSql = new Map([...sources, ...readSources(root, /\.sql$/)]);
  const violations = [
    ...boundaryViolations(sources),
    ...sqlViolations(withSql, units),
    ...reasonViolations(withSql),
    ...["scripts", "e2e", "bench"].flatMap((folder) =>
      circleViolations(readSources(resolve(root, "..", folder), /\.(tsx?|mjs)$/)),
    ),
  ];
  for (const violation of violations) console.error(violation);
  console.log(`${sources.size} files, ${violations.length} boundary violations`);
  console.log(`${Object.keys(UPWARD).length} names of higher slices in SQL that are allowed for now`);
  process.exitCode = violations.length > 0 || sources.size === 0 ? 1 : 0;
}
