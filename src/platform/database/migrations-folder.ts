import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Migration = { name: string; sql: string; checksum: string };

/** All SQL that makes a database the one this program needs. */
export type Migrations = {
  /** Idempotent, applied first: extensions. */
  before: string;
  /** Generated, each applied once and never changed afterwards. */
  steps: readonly Migration[];
  /** Idempotent, applied last: functions, triggers, grants. */
  always: string;
  /** Changes whenever any of the above does. */
  checksum: string;
};

/** Reads `migrations/` of this checkout or build: the nearest one above the program. */
export function readMigrations(folder = nearestMigrations()): Migrations {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(folder, "meta", "_journal.json"), "utf8"),
  );
  const steps = journal.entries.map(({ tag }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), "utf8");
    return { name: tag, sql, checksum: sha256(sql) };
  });
  const before = readAll(join(folder, "before"));
  const always = readAll(join(folder, "always"));
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

const readAll = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
