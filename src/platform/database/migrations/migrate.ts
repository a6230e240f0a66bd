import type pg from "pg";
import { StartError } from "../start-error.ts";
import { type Migration, type Migrations, readMigrations } from "./migrations-folder.ts";

/** An arbitrary number that must never change: "migr" in ASCII. */
const SCHEMA_LOCK = 0x6d696772;

/**
 * Migrates the schema of this database to the program's version: one transaction per step, one program at a time.
 * `client` is signed in as the owner. A newer schema, or one whose applied steps differ, is refused unchanged.
 * `beforeChange` runs first if steps are about to be applied to a database that already has some.
 */
export async function migrate(
  client: pg.Client,
  migrations: Migrations = readMigrations(),
  beforeChange?: (pending: readonly Migration[]) => Promise<void>,
): Promise<void> {
  await client.query("set search_path to public");
  await withSchemaLock(client, async () => {
    const pending = pendingSteps(migrations.steps, await appliedSteps(client));
    if (pending.length > 0 && pending.length < migrations.steps.length) await beforeChange?.(pending);
    if (pending.length > 0) await prepareHistory(client, migrations);
    for (const step of pending) await inTransaction(client, () => applyStep(client, step));
    await applyAlways(client, migrations);
  });
}

/** Runs `work` while no other program changes roles or schema of this database. */
export async function withSchemaLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("select pg_advisory_lock($1)", [SCHEMA_LOCK]);
  try {
    return await work();
  } finally {
    // A broken connection has already released the lock; `work` threw the reason.
    await client.query("select pg_advisory_unlock($1)", [SCHEMA_LOCK]).catch(() => {});
  }
}

/** The steps that the database still lacks; throws StartError if its history does not match the program's. */
export function pendingSteps(
  known: readonly Migration[],
  applied: readonly AppliedStep[],
  subject = "The database",
): Migration[] {
  for (const [index, step] of applied.entries()) {
    const same = known[index];
    if (same?.name !== step.name)
      throw new StartError(
        `${subject} was written by a newer version of Adjutant (it has migration ${step.name}); start that version`,
      );
    if (same.checksum !== step.checksum)
      throw new StartError(
        `${subject} was written with another migration ${step.name} than this version of Adjutant has; start the version that wrote it`,
      );
  }
  return known.slice(applied.length);
}

export type AppliedStep = Pick<Migration, "name" | "checksum">;

export async function appliedSteps(client: pg.ClientBase): Promise<AppliedStep[]> {
  const { rows: found } = await client.query("select to_regclass('migrations.applied') as history");
  if (found[0].history === null) return [];
  const { rows } = await client.query("select name, checksum from migrations.applied order by position");
  return rows;
}

/** Creates the history table and what steps depend on, such as extensions. */
export async function prepareHistory(client: pg.ClientBase, migrations: Migrations): Promise<void> {
  await client.query(`
    create schema if not exists migrations;
    create table if not exists migrations.applied (
      position integer generated always as identity primary key,
      name text not null unique,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    create table if not exists migrations.state (checksum text not null);`);
  await client.query(migrations.before);
}

/** Applies one step in the caller's transaction. */
export async function applyStep(client: pg.ClientBase, step: Migration): Promise<void> {
  await client.query(step.sql);
  await client.query("insert into migrations.applied (name, checksum) values ($1, $2)", [
    step.name,
    step.checksum,
  ]);
}

async function applyAlways(client: pg.Client, migrations: Migrations): Promise<void> {
  const { rows } = await client.query("select checksum from migrations.state");
  if (rows[0]?.checksum === migrations.checksum) return;
  await inTransaction(client, () => renewAlways(client, migrations));
}

/** Replaces functions, triggers, the owner's policies and grants in the caller's transaction. */
export async function renewAlways(client: pg.ClientBase, migrations: Migrations): Promise<void> {
  // Also what steps depend on: it may have changed since the last step.
  await client.query(migrations.before);
  await client.query(migrations.always);
  await client.query("delete from migrations.state");
  await client.query("insert into migrations.state values ($1)", [migrations.checksum]);
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
