import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Which hand-written SQL a unit may hold; functions may also be split by matter: `functions/<matter>.sql`. */
export type SqlKind = "before" | "functions" | "policies" | "grants";

/** All units, each after those it depends on, as `src/order.json` lists them. */
export function readOrder(root: string): string[] {
  const order: unknown = JSON.parse(readFileSync(join(root, "order.json"), "utf8"));
  if (!Array.isArray(order)) throw new Error(`${join(root, "order.json")} is not a list`);
  return order.map(String);
}

/** The paths below `root` of one kind of SQL, in the order in which they are applied. */
export function sqlFiles(root: string, kind: SqlKind): string[] {
  return readOrder(root).flatMap((unit) => [
    ...(existsSync(join(root, unit, `${kind}.sql`)) ? [`${unit}/${kind}.sql`] : []),
    ...matters(join(root, unit, kind)).map((name) => `${unit}/${kind}/${name}`),
  ]);
}

/** All statements of these kinds: every unit's of the first kind in `readOrder`, then of the next. */
export const readSqlFiles = (root: string, kinds: readonly SqlKind[]): string =>
  kinds
    .flatMap((kind) => sqlFiles(root, kind))
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");

const matters = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".sql"))
        .sort()
    : [];
