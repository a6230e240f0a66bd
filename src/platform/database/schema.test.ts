import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrationBetween, snapshotOf } from "#platform/testing/drizzle-kit.ts";

const META = "migrations/meta";

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
  const current = snapshotOf(Object.fromEntries(schema), written.id);
  expect(schema.length).toBeGreaterThan(20);
  expect(Object.keys(Array.prototype)).toEqual([]);
  expect(await migrationBetween(written, current)).toEqual([]);
});
