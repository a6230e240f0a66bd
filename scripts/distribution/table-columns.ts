import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../migrations/meta");

type Snapshot = { tables: Record<string, { name: string; columns: Record<string, { notNull: boolean }> }> };

/** The columns of every table, as the newest migration has them. */
export function tableColumns(): Map<string, Set<string>> {
  const newest =
    readdirSync(FOLDER)
      .filter((name) => name.endsWith("_snapshot.json"))
      .sort()
      .at(-1) ?? "";
  const { tables } = JSON.parse(readFileSync(join(FOLDER, newest), "utf8")) as Snapshot;
  return new Map(Object.values(tables).map(({ name, columns }) => [name, new Set(Object.keys(columns))]));
}
