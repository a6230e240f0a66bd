import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { environment } from "./environment.ts";
import { endWithParent } from "./support/end-with-me.ts";

// What one act costs, by count: transactions, bytes of the answer, bytes of the database's log, and processor time of the
// program and of PostgreSQL. docs/scaling.md multiplies these figures.

const TIMES = Number(environment.TIMES ?? 300);
/** Processor time is counted in these units by the kernel. */
const TICK_MS = 10;

const instance = await Instance.create();
const program = await instance.start();
endWithParent(instance.dataDir, program.process.pid);
const ada = await Person.signUp(instance.url, "Ada Lovelace");
await ada.call("dashboard.loadSample", { timeZone: "Europe/Vienna" });
const bob = await Person.signUp(instance.url, "Bob Lens");
await ada.call("contacts.create", { contactName: bob.fullName, contactEmail: bob.email });
const { user } = await bob.call<{ user: { id: string } }>("session.current");
const { id: conversationId } = await ada.call<{ id: string }>("conversations.create", {
  ...{ type: "group", title: "Board", userIds: [user.id] },
});

const [postmaster = "", , , , host = ""] = readFileSync(
  join(instance.dataDir, "postgres", "postmaster.pid"),
  "utf8",
).split("\n");
const database = new pg.Client({ host, user: "adjutant", database: "adjutant" });
await database.connect();

/** Milliseconds of processor time of a process, without those of its children. */
function processorTime(pid: string): { ms: number; parent: string } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return { ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS, parent: fields[1] ?? "" };
}

/** Of all connections of the database server; they stay open, so nothing is lost. */
function databaseTime(): number {
  let sum = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const { ms, parent } = processorTime(pid);
      if (pid === postmaster || parent === postmaster) sum += ms;
    } catch {
      // The process has ended since the folder was listed.
    }
  return sum;
}

async function counters() {
  await database.query("select pg_stat_force_next_flush()");
  const { rows } = await database.query<{ transactions: number; wal: number; size: number }>(
    `select xact_commit::int as transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
            pg_database_size(current_database())::float8 as size
       from pg_stat_database where datname = current_database()`,
  );
  const [{ transactions, wal, size } = { transactions: 0, wal: 0, size: 0 }] = rows;
  const own = processorTime(String(program.process.pid)).ms;
  return { transactions, wal, size, own, database: databaseTime() };
}

let count = 0;
const next = () => {
  count += 1;
  return count;
};
const ACTS: readonly [name: string, run: () => Promise<unknown>][] = [
  ["who is signed in (each opened page)", () => ada.call("session.current")],
  ["read a list of 50 tasks", () => ada.call("tasks.list", { limit: 50 })],
  ["read a list of 50 mails", () => ada.call("emails.list", { limit: 50 })],
  ["read 50 messages of a conversation", () => ada.call("messages.list", { conversationId, limit: 50 })],
  ["create a task", () => ada.call("tasks.create", { title: `Task ${next()}` })],
  [
    "send a message to one person",
    () => ada.call("messages.send", { conversationId, content: `Number ${next()}` }),
  ],
];

console.log("per act".padEnd(40), "transactions", "answer", "WAL", "disk", "program", "PostgreSQL");
for (const [name, run] of ACTS) {
  for (let warm = 0; warm < 30; warm += 1) await run();
  const answerBytes = JSON.stringify(await run()).length;
  const before = await counters();
  for (let time = 0; time < TIMES; time += 1) await run();
  const after = await counters();
  const each = (field: keyof typeof before, digits: number) =>
    ((after[field] - before[field]) / TIMES).toFixed(digits);
  console.log(
    name.padEnd(40),
    `${each("transactions", 1).padStart(12)}`,
    `${(answerBytes / 1024).toFixed(1)} KB`,
    `${each("wal", 0)} B`,
    `${each("size", 0)} B`,
    `${each("own", 2)} ms`,
    `${each("database", 2)} ms`,
  );
}
await database.end();
await program.end();
await instance.remove();
