import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { shippedFiles } from "#platform/config/shipped-files.ts";
import { readSqlFiles } from "../sql-files.ts";

export type Migration = { name: string; sql: string; checksum: string };

/** All SQL that creates or migrates a database for this program. */
export type Migrations = {
  /** Idempotent, applied first: extensions and the functions of generated columns (`before.sql`). */
  before: string;
  /** Generated, each applied once and never changed afterwards. */
  steps: readonly Migration[];
  /** Idempotent, applied last: functions and triggers of every slice, then policies, then grants. */
  always: string;
  /** Changes whenever any of the above does. */
  checksum: string;
};

/** Reads `migrations/` and the slices' SQL of this checkout or build: the nearest ones above the program. */
export function readMigrations(folder = nearestMigrations(), root = shippedFiles()): Migrations {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(folder, "meta", "_journal.json"), "utf8"),
  );
  const steps = journal.entries.map(({ tag }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), "utf8");
    return { name: tag, sql, checksum: sha256(sql) };
  });
  const before = readSqlFiles(root, ["before"]);
  const always = readSqlFiles(root, ["functions", "policies", "grants"]);
  const checksum = sha256([before, ...steps.map((step) => step.checksum), always].join("\n"));
  return { before, steps, always, checksum };
}

function nearestMigrations(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, "migrations");
    if (existsSync(join(candidate, "meta", "_journal.json"))) return candidate;
    if (folder === dirname(folder)) throw new Error(`No migrations folder above ${import.meta.dirname}`);
  }
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
