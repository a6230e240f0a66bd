import { join } from "node:path";
import type pg from "pg";
import { search } from "#app/search/search.ts";
import { invoke } from "#platform/capability/execute.ts";
import { withoutTypes } from "../src/platform/capability/definition.ts";
import { environment } from "./environment.ts";
import { createBenchInstance, type Fill } from "./support/bench-instance.ts";
import { compare } from "./support/compare.ts";
import { recordStatements } from "./support/record-statements.ts";

// Palette search among 1,000,000 records of one person in six areas (RECORDS=… for another number). The floor is its
// statement through the bare driver. The data is stored in .cache/palette-house: an interrupted fill continues where it
// stopped, and the next run measures at once. Delete the folder to start again.

const RECORDS = Number(environment.RECORDS ?? 1_000_000);
const BATCH = 20_000;

const FIRST = "anna ben clara david emma felix greta hugo ida jonas klara leon mia noah olga paul".split(" ");
const NOUNS =
  "budget lease contract invoice launch audit offsite merger payroll hiring roadmap pricing forecast warehouse licence tender".split(
    " ",
  );
const one = (words: readonly string[], by: string) =>
  `(array[${words.map((word) => `'${word}'`).join(",")}])[1 + (${by}) % ${words.length}]`;
const title = `initcap(${one(NOUNS, "number")}) || ' of ' || initcap(${one(FIRST, "number / 16")}) || ' ' || number`;
const ago = "now() - number * interval '1 minute'";

/** Rows of Ada ($1), numbered from $2 to $3, each batch in a transaction of its own. */
const inBatches = (table: string, share: number, insert: string): Fill => ({
  table,
  fill: async (owner: pg.Client, ada: string) => {
    const target = Math.floor(RECORDS * share);
    const { rows } = await owner.query(`select count(*)::int as count from ${table}`);
    for (let from = rows[0].count; from < target; from += BATCH) {
      await owner.query(insert, [ada, from + 1, Math.min(target, from + BATCH)]);
      console.log(`${table}: ${Math.min(target, from + BATCH)} of ${target}`);
    }
  },
});

const numbers = "generate_series($2::int, $3::int) number";
const FILLS: Fill[] = [
  inBatches(
    "tasks",
    0.2,
    `insert into tasks (user_id, title, status, priority, position, created_at)
      select $1::uuid, ${title}, 'todo', 'medium', 'a' || lpad(number::text, 8, '1') || 'z', ${ago} from ${numbers}`,
  ),
  inBatches(
    "emails",
    0.35,
    `insert into emails (user_id, subject, body, sender, recipients, status, created_at)
      select $1::uuid, ${title}, 'The figures of the ' || ${one(NOUNS, "number / 7")} || ' are ready.',
             ${one(FIRST, "number")} || '@example.com', array['ada@example.com'], 'received', ${ago} from ${numbers}`,
  ),
  inBatches(
    "events",
    0.15,
    `insert into events (user_id, title, start_time, end_time)
      select $1::uuid, ${title}, ${ago}, ${ago} + interval '1 hour' from ${numbers}`,
  ),
  inBatches(
    "documents",
    0.1,
    `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256, created_at)
      select $1::uuid, ${title}, 'paper-' || number || '.pdf', 'application/pdf', number, gen_random_uuid()::text,
             md5(number::text) || md5(number::text), ${ago} from ${numbers}`,
  ),
  inBatches(
    "contacts",
    0.1,
    `insert into contacts (user_id, contact_name, contact_email)
      select $1::uuid, initcap(${one(FIRST, "number")}) || ' ' || initcap(${one(NOUNS, "number / 16")}) || ' ' || number,
             'person' || number || '@example.com' from ${numbers}`,
  ),
  inBatches(
    "projects",
    0.1,
    `insert into projects (user_id, name, created_at) select $1::uuid, ${title}, ${ago} from ${numbers}`,
  ),
];

const instance = await createBenchInstance(FILLS, {
  cacheFolder: join(import.meta.dirname, "../.cache/palette-house"),
});
const { ada, bare, services } = instance;
const runSearch = (text: string) =>
  invoke(services, withoutTypes(search.query), { text }, { actor: ada, requestId: "bench", address: null });

/**
 * Typical searches: a word in a sixteenth of all records, two words, a prefix, a name with a number, a typing error.
 */
const TYPED = ["budget", "budget anna", "fore", "lease of clara 4711", "cl", "wareohuse"];
for (const text of environment.TYPED?.split(",") ?? TYPED) {
  const statements = await recordStatements(() => runSearch(text));
  await compare({
    name: `search.query '${text}' among ${RECORDS.toLocaleString("en-US")}`,
    measured: () => runSearch(text),
    floor: async () => {
      for (const statement of statements) await bare.query(statement);
    },
    floorName: "its statements through the bare driver",
    times: 12,
  });
}
await instance.remove();
