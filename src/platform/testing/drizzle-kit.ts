import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";

// It adds a method to every array in a process shared by test files; PDF.js then refuses every file.
Reflect.deleteProperty(Array.prototype, "random");

type Snapshot = ReturnType<typeof generateDrizzleJson>;

/** The tables of a schema, as a snapshot of `migrations/meta` describes them. */
export const snapshotOf = (schema: Record<string, unknown>, previousId?: string): Snapshot =>
  generateDrizzleJson(schema, previousId, undefined, "snake_case");

/** The statements that lead from one snapshot to another: what `npm run generate` writes. */
export const migrationBetween = (from: Snapshot, to: Snapshot): Promise<string[]> =>
  generateMigration(from, to);
