import { sql } from "drizzle-orm";
import type { Actor } from "#platform/capability/actor.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Database, Transaction } from "#platform/database/database.ts";

/** Rolls back a transaction that was only a trial. */
class Undone extends Error {}

type Written = { table: string; isReadable: boolean; inserted: number; updated: number; deleted: number };
type Effect = { written: Written[]; rows: string[] };

/** How many rows of which tables a transaction has written so far. */
async function writtenBy(db: Transaction): Promise<Written[]> {
  const { rows } = await db.execute<Written>(sql`
    select relname as table, has_table_privilege(oid, 'select') as "isReadable", inserted, updated, deleted
      from (select oid, relname, pg_stat_get_xact_tuples_inserted(oid)::int as inserted,
                   pg_stat_get_xact_tuples_updated(oid)::int as updated, pg_stat_get_xact_tuples_deleted(oid)::int as deleted
              from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace offset 0) t
     where inserted + updated + deleted > 0 order by 1`);
  return rows;
}

/** What a transaction writes: how many rows of each table, and what stands in them. */
async function effectOf(db: Transaction, before: readonly Written[]): Promise<Effect> {
  const written = (await writtenBy(db)).flatMap((after) => {
    const was = before.find(({ table }) => table === after.table);
    const { table, isReadable, ...counts } = after;
    const inserted = counts.inserted - (was?.inserted ?? 0);
    const updated = counts.updated - (was?.updated ?? 0);
    const deleted = counts.deleted - (was?.deleted ?? 0);
    return inserted + updated + deleted > 0 ? [{ table, isReadable, inserted, updated, deleted }] : [];
  });
  const rows: string[] = [];
  for (const { table, isReadable } of written) {
    if (!isReadable) continue;
    const name = sql.identifier(table);
    const { rows: found } = await db.execute<{ row: string }>(sql`
      select to_jsonb(t)::text as row from ${name} t
       where xmin::text::bigint >= pg_current_xact_id()::text::bigint % 4294967296`);
    rows.push(...found.map(({ row }) => `${table} ${row}`));
  }
  return { written, rows };
}

/** A database that keeps nothing: the effect of each write transaction is recorded, and then rolled back. */
export function trialDatabase(database: Database, effects: Effect[]): Database {
  return {
    ...database,
    transaction: async (userId, mode, run, provenance) => {
      if (mode === "read") return database.transaction(userId, mode, run, provenance);
      const answers: Awaited<ReturnType<typeof run>>[] = [];
      await database
        .transaction(
          userId,
          mode,
          async (db) => {
            const before = await writtenBy(db);
            answers.push(await run(db));
            effects.push(await effectOf(db, before));
            throw new Undone();
          },
          provenance,
        )
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error;
        });
      const [answer] = answers;
      return answer as NonNullable<typeof answer>;
    },
  };
}

/** The result of a trial, without values that are new each time. */
export type Outcome = { answer: string; written: string[]; rows: string[]; queued: string[] };

/** Calls capabilities as this person and records the answer and what would be written without the rollback. */
export function trialsAs(actor: Actor, services: Services, isKnownId: (id: string) => boolean) {
  const plain = (value: unknown) => withoutNew(JSON.stringify(value) ?? "", isKnownId);
  return async (capability: AnyCapability, input: unknown): Promise<Outcome> => {
    const effects: Effect[] = [];
    const queued: unknown[] = [];
    const enqueue = async (_db: unknown, job: unknown, payload: unknown) => void queued.push([job, payload]);
    const jobs = { ...services.jobs, enqueue, publish: enqueue };
    const database = trialDatabase(services.database, effects);
    const request = { actor, requestId: "trial", address: null };
    const answer = await invoke({ ...services, database, jobs }, capability, input, request).catch(
      (error: unknown) =>
        error instanceof AppError
          ? { refused: error.code, because: error.message }
          : { failed: String(error) },
    );
    return {
      answer: plain(answer),
      written: effects.map(({ written }) => JSON.stringify(written)),
      rows: effects.flatMap(({ rows }) => rows.map((row) => withoutNew(row, isKnownId)).sort()),
      queued: queued.map(plain).sort(),
    };
  };
}

/** The outcome without texts and numbers, for comparing trials in which those differ. */
export const shapeOf = ({ answer, written, rows, queued }: Outcome): Outcome => ({
  answer: withoutValues(answer),
  written,
  rows: rows.map(withoutValues).sort(),
  queued: queued.map(withoutValues).sort(),
});

/** Every second part is a string; two backslashes are one character and escape nothing. */
const withoutValues = (text: string) =>
  text
    .replaceAll("\\\\", "")
    .split(/(?<!\\)"/)
    .map((part, place) => (place % 2 === 1 ? "_" : part.replaceAll(/-?\d+(?:\.\d+)?|true|false|null/g, "_")))
    .join("");

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Timestamps, sequence numbers and long tokens. */
const CHANGES_BY_ITSELF =
  /\d{8}T\d{6}Z|\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-][\d:]+)?|(?<="(?:lastEventId|id|seq|insertionNumber|insertion_number)": ?)\d+|(?<![<\w+/=.$:-])[\w+/=.$:-]{20,}/g;

/** Which records, not in which order: an update returns its rows as they are stored. */
const LIST_OF_IDS = /\[(?:"(?:<[0-9a-f-]{36}>|new)",? ?){2,}\]/g;

/** A name server is outside: it says the one now and the other later. */
const UNKNOWN_HOST =
  /The host '[^']*' was not found\. Check its name\.|The name server did not answer for '[^']*'\. Try again later\./g;

const withoutNew = (text: string, isKnownId: (id: string) => boolean) =>
  text
    .replaceAll(UNKNOWN_HOST, "…")
    .replaceAll(UUID, (id) => (isKnownId(id) ? `<${id}>` : "new"))
    .replaceAll(LIST_OF_IDS, (list) => JSON.stringify((JSON.parse(list) as string[]).sort()))
    .replaceAll(CHANGES_BY_ITSELF, "…");
