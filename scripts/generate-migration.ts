import "./require-node-24.mjs";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** `npm run generate -- --name what_changed`: drizzle-kit's migration, with the statements that it omits. */

const ROOT = resolve(import.meta.dirname, "..");
const FOLDER = join(ROOT, "migrations");
const BREAK = "--> statement-breakpoint\n";

/** The statements of drizzle-kit as PostgreSQL runs them; `earlier` contains the earlier migrations, in order. */
export function completeMigration(text: string, earlier: string): string {
  const statements = text.trimEnd().split(BREAK);
  const ordered = withSearchColumn(withPlainDefault(statements), earlier);
  if (ordered.join() === statements.join()) return text;
  return `${ordered.map((statement) => statement.trimEnd()).join(BREAK)}\n`;
}

/** A generated column that becomes a plain one: PostgreSQL takes its default only after its expression is dropped. */
function withPlainDefault(statements: readonly string[]): string[] {
  const dropped = new Map<string, string>(
    statements.flatMap((statement) => {
      const [, column] = /^(ALTER TABLE "\w+" ALTER COLUMN "\w+") drop expression/i.exec(statement) ?? [];
      return column ? [[`${column} SET DEFAULT`, statement] as const] : [];
    }),
  );
  const moved = new Set<string>();
  return statements.flatMap((statement) => {
    const [set] = /^ALTER TABLE "\w+" ALTER COLUMN "\w+" SET DEFAULT/i.exec(statement) ?? [];
    const drop = set && dropped.get(set);
    if (moved.has(statement)) return [];
    if (!drop || moved.has(drop)) return [statement];
    moved.add(drop);
    return [drop, statement];
  });
}

/**
 * Where a generated column changes (a searched field), drizzle-kit creates it before the columns that it reads, and
 * without the indexes that are dropped with it.
 */
function withSearchColumn(statements: readonly string[], earlier: string): readonly string[] {
  const made = statements.flatMap(
    (statement) => /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)" .* GENERATED ALWAYS AS/.exec(statement) ?? [],
  );
  const [, table = "", column = ""] = made;
  if (table === "") return statements;
  const isPlainColumn = (statement: string) =>
    /^ALTER TABLE "\w+" ADD COLUMN/.test(statement) && !statement.includes(" GENERATED ALWAYS AS");
  const indexes = new Map(
    [...earlier.matchAll(/^CREATE INDEX "(\w+)" ON "(\w+)" .*;/gm)]
      .filter(([statement, , owner]) => owner === table && statement.includes(`"${column}"`))
      .map(([statement, name = ""]) => [name, statement.replace(BREAK.trimEnd(), "")]),
  );
  return [
    ...statements.filter(isPlainColumn),
    ...statements.filter((statement) => !isPlainColumn(statement)),
    ...indexes.values(),
  ];
}

if (import.meta.main) {
  const steps = () =>
    readdirSync(FOLDER)
      .filter((name) => name.endsWith(".sql"))
      .sort();
  const before = steps();
  const kit = join(ROOT, "node_modules/drizzle-kit/bin.cjs");
  const { status } = spawnSync(process.execPath, [kit, "generate", ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const earlier = before.map((name) => readFileSync(join(FOLDER, name), "utf8")).join("\n");
  for (const name of steps().filter((each) => !before.includes(each))) {
    const path = join(FOLDER, name);
    writeFileSync(path, completeMigration(readFileSync(path, "utf8"), earlier));
  }
  process.exitCode = status ?? 1;
}
