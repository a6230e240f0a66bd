import { Agent, type ClientRequest, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { environment } from "./environment.ts";
import { report } from "./support/compare.ts";
import { endWithParent } from "./support/end-with-me.ts";
import { createPeople, openDatabase } from "./support/people.ts";

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

type Open = { stream: ClientRequest; ms: number };
const database = await openDatabase(instance);
const people = { count: STREAMS, together: STREAMS, cookieName };
const cookies = (await createPeople(database, people)).map(({ cookie }) => cookie);
await database.end();
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
  const client = await openDatabase(instance);
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
