import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";

const META = "migrations/meta";

// It adds a method to every array in a process shared by test files; PDF.js then refuses every file.
Reflect.deleteProperty(Array.prototype, "random");

test("the migrations match the table definitions (else: npm run generate)", async () => {
  const modules = import.meta.glob<Record<string, unknown>>(
    ["../../**/tables.ts", "../../{features,platform}/**/*-tables.ts"],
    { eager: true },
  );
  const schema = Object.entries(modules).flatMap(([path, exported]) =>
    Object.entries(exported).map(([name, value]) => [`${path} ${name}`, value] as const),
  );
  const newest =
    readdirSync(META)
      .filter((name) => name.endsWith("_snapshot.json"))
      .sort()
      .at(-1) ?? "";
  const written = JSON.parse(readFileSync(join(META, newest), "utf8"));
  const current = generateDrizzleJson(Object.fromEntries(schema), written.id, undefined, "snake_case");
  expect(schema.length).toBeGreaterThan(20);
  expect(Object.keys(Array.prototype)).toEqual([]);
  expect(await generateMigration(written, current)).toEqual([]);
});
