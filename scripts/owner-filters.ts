import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** An owner condition of a query, and the text that remains without it. */
export type OwnerFilter = {
  path: string;
  start: number;
  end: number;
  line: number;
  slice: string;
  without: string;
};

/** Formatted code always has this form; a comparison with another table's column is a join, not a filter. */
const CALL =
  /\beq\(\s*[\w.]+\.(?:userId|ownerId|createdBy|grantorId|recipientId)\s*,\s*(?:[\w.]*actor\.userId|userId|ownerId|person)\s*,?\s*\)/g;
/** In SQL text: `user_id = ${actor.userId}`, `${table.userId} = ${actor.userId}`. */
const IN_SQL =
  /(?:\b(?:\w+\.)?(?:user_id|owner_id)|\$\{[\w.]+\.(?:userId|ownerId)\})\s*=\s*\$\{[\w.]*(?:userId|ownerId)\}/g;
const EXCLUDED = /\.test\.ts$|(\.|\/)factory\.ts$|\/jobs\.ts$|[/-]tables\.ts$|\/(web|laws)\//;

/** Every owner filter in the program's queries, in file order. */
export function ownerFilters(root: string): OwnerFilter[] {
  const files = ["src/features", "src/app"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  );
  return files
    .filter((path) => path.endsWith(".ts") && !EXCLUDED.test(path))
    .sort()
    .flatMap((path) => filtersIn(path, readFileSync(join(root, path), "utf8")));
}

export function filtersIn(path: string, text: string): OwnerFilter[] {
  const found = (pattern: RegExp, without: string) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index: start }) => {
      const line = text.slice(0, start).split("\n").length;
      return { path, start, end: start + length, line, slice: path.split("/")[2] ?? "", without };
    });
  return [...found(CALL, "undefined"), ...found(IN_SQL, "true")].sort(
    (one, other) => one.start - other.start,
  );
}

/** The text without these filters. */
export const withoutFilters = (text: string, filters: readonly OwnerFilter[]): string =>
  [...filters]
    .sort((one, other) => other.start - one.start)
    .reduce((rest, { start, end, without }) => rest.slice(0, start) + without + rest.slice(end), text);
