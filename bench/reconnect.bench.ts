import { readFile } from "node:fs/promises";
import { Agent, type ClientRequest, get } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { newToken, tokenHash } from "../src/platform/auth/credentials/token.ts";
import { environment } from "./environment.ts";
import { report } from "./support/compare.ts";
import { endWithParent } from "./support/end-with-me.ts";

// STREAMS open pages of as many people, who all know each other from one group, reconnect in the same moment after the
// program was restarted: the time until each stream is open, and what the database had to do for it.

const STREAMS = Number(environment.STREAMS ?? 250);
const ROUNDS = Number(environment.ROUNDS ?? 3);
/** Without a new announcement for this long, the arrival of all is over. */
const IDLE_MS = 2_000;

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: false });
const instance = await Instance.create();
let program = await instance.start();
endWithParent(instance.dataDir, program.process.pid);
const founder = await Person.signUp(instance.url, "Founder");
const [cookieName = ""] = founder.cookie.split("=");

async function openDatabase(): Promise<pg.Client> {
  const pid = await readFile(join(instance.dataDir, "postgres", "postmaster.pid"), "utf8");
  const client = new pg.Client({ host: pid.split("\n")[4] ?? "", user: "adjutant", database: "adjutant" });
  await client.connect();
  return client;
}

/** People with a session each, written directly: hashing their passwords would take minutes. */
async function createPeople(): Promise<string[]> {
  const client = await openDatabase();
  const tokens = Array.from({ length: STREAMS }, newToken);
  await client.query(
    `with made as (
       insert into users (email, address_state, address_reason)
       select 'person.' || n || '@example.com', 'vouched', 'administrator' from generate_series(1, $1::int) n returning id, email
     ), named as (
       insert into profiles (user_id, full_name, email) select id, email, email from made
       on conflict (user_id) do nothing
     ), roles as (
       insert into user_roles (user_id, role) select id, 'user' from made on conflict do nothing
     ), talk as (
       insert into conversations (type, title, created_by) select 'group', 'All', id from made limit 1 returning id
     ), joined as (
       insert into conversation_participants (conversation_id, user_id) select talk.id, made.id from talk, made
     )
     insert into sessions (user_id, token_hash, expires_at)
     select id, ($2::text[])[row_number() over ()], now() + interval '1 day' from made`,
    [STREAMS, tokens.map(tokenHash)],
  );
  await client.end();
  return tokens.map((token) => `${cookieName}=${token}`);
}

type Open = { stream: ClientRequest; ms: number };
const cookies = await createPeople();
const lastIds = cookies.map(() => "0");

/** Opens all streams in the same moment; each resumes where its page left off. */
function openAll(): Promise<Open[]> {
  const from = performance.now();
  const open = (cookie: string, n: number) =>
    new Promise<Open>((resolve, reject) => {
      const headers = { cookie, "last-event-id": lastIds[n] ?? "0" };
      const stream = get(`${instance.url}/events`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`Answered with ${response.statusCode}`));
        response.setEncoding("utf8");
        response.on("data", (text: string) => {
          for (const [, id] of text.matchAll(/^id: (\d+)$/gm)) lastIds[n] = id ?? "0";
          if (text.includes("event: ready")) resolve({ stream, ms: performance.now() - from });
        });
        response.on("error", () => {});
      });
      stream.on("error", reject);
    });
  return Promise.all(cookies.map(open));
}

type Work = { transactions: number; announcements: number };

/** What the database has done so far, once nothing more is announced. */
async function databaseWork(): Promise<Work> {
  const client = await openDatabase();
  let before: Work | null = null;
  for (;;) {
    await client.query("select pg_stat_force_next_flush()");
    const { rows } = await client.query<Work>(
      `select xact_commit::int as transactions, (select count(*)::int from announcements) as announcements
         from pg_stat_database where datname = current_database()`,
    );
    const [now = { transactions: 0, announcements: 0 }] = rows;
    if (before?.announcements === now.announcements) {
      await client.end();
      return now;
    }
    before = now;
    await pause(IDLE_MS);
  }
}

let streams = await openAll();
for (const signal of ["SIGTERM", "SIGKILL"] as const) {
  const [times, lines]: [number[], string[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await databaseWork();
    await program.end(signal);
    for (const { stream } of streams) stream.destroy();
    program = await instance.start();
    endWithParent(instance.dataDir, program.process.pid);
    const before = await databaseWork();
    streams = await openAll();
    times.push(...streams.map(({ ms }) => ms));
    const after = await databaseWork();
    const [transactions, announcements] = [
      after.transactions - before.transactions,
      after.announcements - before.announcements,
    ];
    lines.push(`  until idle: ${transactions} transactions, ${announcements} announcements`);
  }
  report(`${STREAMS} streams open at once after ${signal}`, times);
  console.log(`  the last after ${(Math.max(...times) / 1000).toFixed(2)} s`);
  for (const line of lines) console.log(line);
}
for (const { stream } of streams) stream.destroy();
await program.end();
await instance.remove();
