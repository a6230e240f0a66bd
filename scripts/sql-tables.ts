import type { Sources } from "./sources.ts";
import { sqlTextsOf } from "./sql-texts.ts";

/**
 * The tables and functions that SQL may name (docs/architecture-reference.md, Data and SQL): those of its own unit and of lower ones, in the
 * order of src/order.json. Parses the SQL files and the SQL inside TypeScript; drizzle's tables are imports.
 */

/** `<file> → <name>` that cannot be resolved yet, with the reason. An unused line fails. */
export const UPWARD: Readonly<Record<string, string>> = {};

const KINDS = /^(before|functions|policies|grants)(\/[a-z0-9]+(-[a-z0-9]+)*)?\.sql$/;
const TYPES = new Set(["boolean", "date", "integer", "jsonb", "real", "text", "timestamptz", "uuid"]);
const SLOT = /-- Slot: filled by src\/(\S+)\.\s+create or replace function (\w+)\s*(\([^)]*\))/g;
const DEFINED = /create (?:or replace )?(function|view) (\w+)(?:\s*(\([^)]*\)))?/g;

/** Name of a table, view or function → the lowest unit that has it, and every file that defines it. */
export type Names = Map<string, { unit: string; files: string[] }>;
type SqlNames = { order: readonly string[]; tables: Names; functions: Names };

/** One line per violation. `sources` contains TypeScript and SQL; `upward` the temporary exceptions. */
export function sqlViolations(sources: Sources, order: readonly string[], upward = UPWARD): string[] {
  const known = readSqlNames(sources, order);
  const found = [...sources].flatMap(([path, source]) =>
    namedBy(path, source, known).map((name) => `${path} → ${name}`),
  );
  return [
    ...[...sources.keys()].flatMap((path) => placeViolations(path, order)),
    ...slotViolations(sources),
    ...found.filter((each) => !Object.hasOwn(upward, each)).map((each) => describe(each, known)),
    ...Object.keys(upward)
      .filter((each) => !found.includes(each))
      .map((each) => `${each}: the exception is not needed any more`),
  ];
}

const describe = (each: string, { tables, functions }: SqlNames) => {
  const name = each.split(" → ")[1] ?? "";
  return `src/${each.replace(" → ", ": names ")} of ${(tables.get(name) ?? functions.get(name))?.unit}, which lies above`;
};

/** `platform`, `app` or the slice. */
export function unitOfSql(path: string, order: readonly string[]): string {
  const unit = path.split("/").slice(0, 2).join("/");
  return order.includes(unit) ? unit : path.startsWith("app/") ? "app" : unit;
}

/** The level of a unit: the platform lowest, then the slices in order, the app highest. */
function heightOf(unit: string, order: readonly string[]): number {
  if (unit.startsWith("platform/")) return 0;
  return unit.startsWith("features/") ? 1 + order.indexOf(unit) : order.length + 1;
}

export function readSqlNames(sources: Sources, order: readonly string[]): SqlNames {
  const [tables, functions]: [Names, Names] = [new Map(), new Map()];
  for (const [path, source] of sources) {
    if (/[/-]tables\.ts$/.test(path))
      for (const [, name = ""] of source.matchAll(/\b\w*[tT]able\(\s*"(\w+)"/g)) add(tables, name, path);
    if (path.endsWith(".sql"))
      for (const [, kind, name = ""] of source.matchAll(DEFINED))
        add(kind === "view" ? tables : functions, name, path);
  }
  return { order, tables, functions };

  function add(names: Names, name: string, path: string) {
    const unit = unitOfSql(path, order);
    const known = names.get(name);
    if (!known) names.set(name, { unit, files: [path] });
    else {
      known.files.push(path);
      if (heightOf(unit, order) < heightOf(known.unit, order)) known.unit = unit;
    }
  }
}

/** The names of higher units that a file uses, once each. */
function namedBy(path: string, source: string, { order, tables, functions }: SqlNames): string[] {
  const isForTests = /\.test\.tsx?$|(^|[/.])factory\.ts$|^platform\/testing\//.test(path);
  if (isForTests) return [];
  const height = heightOf(unitOfSql(path, order), order);
  const texts = path.endsWith(".sql") ? [withoutComments(source)] : sqlTextsOf(source);
  const isAbove = (names: Names) => (name: string) => {
    const named = names.get(name);
    return named !== undefined && heightOf(named.unit, order) > height;
  };
  const found = texts.flatMap((text) => [
    ...tablesIn(text).filter(isAbove(tables)),
    ...[...text.matchAll(/\b(\w+)\s*\(/g)].map(([, name = ""]) => name).filter(isAbove(functions)),
  ]);
  return [...new Set(found)];
}

const withoutComments = (source: string) => source.replaceAll(/--[^\n]*/g, "");

/** Every word at the position of a table name. */
export function tablesIn(text: string): string[] {
  const places = [
    /\b(?:from|join|into|update|using|table|truncate|lock|references|analyze|setof)\s+(?:only\s+|table\s+)*(?:public\.)?"?(\w+)/gi,
    /\bon\s+(?:public\.)?"?(\w+)"?(?![\w.])/gi,
    /\bpublic\.(\w+)/gi,
    /\(\s*\w+\s+(\w+)\s*\)/g,
  ].flatMap((place) => [...text.matchAll(place)].map(([, name = ""]) => name));
  const listed = [...text.matchAll(/,\s*(?:public\.)?(\w+)\s+(?:as\s+)?([a-z]\w*)/g)].flatMap(
    ([, name = "", alias = ""]) => (TYPES.has(alias) ? [] : [name]),
  );
  return [...places, ...listed].map((name) => name.toLowerCase());
}

/** SQL files that are never applied, or whose unit is not in the order. */
function placeViolations(path: string, order: readonly string[]): string[] {
  if (!path.endsWith(".sql")) return [];
  const unit = unitOfSql(path, order);
  if (!order.includes(unit)) return [`src/${path}: '${unit}' has no place in src/order.json`];
  return KINDS.test(path.slice(unit.length + 1))
    ? []
    : [`src/${path}: SQL stands in before, functions, policies or grants, or in a matter of one of them`];
}

/** A slot names the file that fills it, and only a slot is defined twice. */
function slotViolations(sources: Sources): string[] {
  const definitions = new Map<string, string[]>();
  const slots: { path: string; filler: string; name: string }[] = [];
  for (const [path, source] of sources) {
    if (!path.endsWith(".sql")) continue;
    for (const [, , name = "", parameters = ""] of source.matchAll(DEFINED)) {
      const signature = `${name}${parameters.replaceAll(/\s+/g, " ")}`;
      definitions.set(signature, [...(definitions.get(signature) ?? []), path]);
    }
    for (const [, filler = "", name = "", parameters = ""] of source.matchAll(SLOT))
      slots.push({ path, filler, name: `${name}${parameters.replaceAll(/\s+/g, " ")}` });
  }
  const isSlot = new Set(slots.map(({ name }) => name));
  const empty = slots.filter(({ filler, name }) => !definitions.get(name)?.includes(filler));
  const duplicates = [...definitions].filter(([name, paths]) => paths.length > (isSlot.has(name) ? 2 : 1));
  return [
    ...empty.map(({ path, filler, name }) => `src/${path}: the slot ${name} is not filled by src/${filler}`),
    ...duplicates.map(([name, paths]) => `src/${paths.at(-1)}: ${name} is defined in src/${paths[0]} too`),
  ];
}
