import type pg from "pg";
import { environment } from "./environment.ts";
import { createBenchInstance, type Fill } from "./support/bench-instance.ts";
import { processorMs } from "./support/processor-time.ts";

// What one small change of a received mail costs PostgreSQL: a star, a read mark, the archive. The mails have texts of
// 4 KB out of 4,000 different words. Processor time is that of the connection's process; WAL is exact.

const MAILS = Number(environment.BENCH_MAILS ?? 3000);
const TIMES = 1000;

const fillTexts: Fill = {
  table: "emails, email_search_texts",
  fill: (owner, ada) =>
    owner.query(
      `insert into emails (user_id, subject, body, sender, recipients, message_id, status, created_at)
       select $1, 'Letter ' || number,
         (select string_agg(substr(md5((abs(hashint8(number * 1000 + place) % 4000))::text), 1, 6), ' ')
            from generate_series(1, 585) place),
         'Person ' || number % 200 || ' <person' || number % 200 || '@example.com>', array['ada@example.com'],
         '<' || number || '@example.com>', 'received', now() - number * interval '1 minute'
       from generate_series(1, $2::int) number`,
      [ada, MAILS],
    ),
};

const instance = await createBenchInstance([fillTexts]);
const { bare, ada } = instance;
await measure().finally(() => instance.remove());

async function measure(): Promise<void> {
  const { rows } = await bare.query<{ id: string }>("select id from emails order by created_at desc");
  const ids = rows.map(({ id }) => id);
  for (const [name, change] of [
    ["a star", "is_starred = not is_starred"],
    ["a read mark", "is_read = not is_read"],
    ["the archive", "category = 'archived', archived_at = now()"],
    ["the text of the summary", "ai_summary = 'Short'"],
  ] as const)
    await measureChange(name, change, ids);
}

async function measureChange(name: string, change: string, ids: readonly string[]): Promise<void> {
  const update = `update emails set ${change}, version = version + 1 where user_id = $1 and id = $2`;
  const pid = await only<number>("select pg_backend_pid() as value");
  const before = await written();
  const from = processorMs(pid);
  for (let at = 0; at < TIMES; at += 1) await bare.query(update, [ada.userId, ids[at % ids.length]]);
  const took = processorMs(pid) - from;
  const after = await written();
  const each = (figure: keyof Written, digits: number) =>
    ((after[figure] - before[figure]) / TIMES).toFixed(digits);
  console.log(
    `${name}: ${(took / TIMES).toFixed(2)} ms of the processor, ${each("records", 1)} records of WAL,` +
      ` ${each("bytes", 0)} bytes, ${each("images", 2)} pages in them, ${each("hot", 2)} HOT`,
  );
}

type Written = { records: number; bytes: number; images: number; hot: number };

async function written(): Promise<Written> {
  await bare.query("select pg_stat_force_next_flush()");
  const { rows } = await bare.query<Written>(
    `select wal_records::float as records, wal_bytes::float as bytes, wal_fpi::float as images,
       (select n_tup_hot_upd::float from pg_stat_user_tables where relname = 'emails') as hot from pg_stat_wal`,
  );
  const [found] = rows;
  if (!found) throw new Error("There are no figures");
  return found;
}

async function only<T extends pg.QueryResultRow[string]>(asked: string): Promise<T> {
  const { rows } = await bare.query<{ value: T }>(asked);
  return rows[0]?.value as T;
}
