import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type pg from "pg";
import { APP_USER, AUTH_USER } from "#platform/database/roles.ts";

/** What a test run with RECORD_STATEMENTS=1 sent to the database; `scripts/list-crossing-statements.ts` reads it. */
export const STATEMENTS_FILE = join(import.meta.dirname, "../../../.cache/statements.json");

export type RecordedStatement = { text: string; calls: number };

/** Counts each statement, also those inside functions. A run has many databases, and each has its own entries. */
export const RECORDING_SETTINGS = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_utility": "off",
  "pg_stat_statements.max": "300000",
};

/** Writes what requests and sign-in sent, and what functions ran; not what tests did as the owner. */
export async function saveStatements(client: pg.Client): Promise<void> {
  await client.query("create extension if not exists pg_stat_statements");
  const { rows } = await client.query<RecordedStatement>(
    `select s.query as text, sum(s.calls)::int as calls
       from pg_stat_statements s join pg_roles r on r.oid = s.userid
      where r.rolname = any($1) or not s.toplevel
      group by s.query order by 2 desc, 1`,
    [[APP_USER, AUTH_USER]],
  );
  mkdirSync(dirname(STATEMENTS_FILE), { recursive: true });
  writeFileSync(STATEMENTS_FILE, JSON.stringify(rows));
}
