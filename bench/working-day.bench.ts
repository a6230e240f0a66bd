import { Agent, type ClientRequest, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Person } from "../e2e/support/person.ts";
import { Instance } from "../e2e/support/product.ts";
import { environment } from "./environment.ts";
import { quantile, report } from "./support/compare.ts";
import { endWithParent } from "./support/end-with-me.ts";
import { createPeople, openDatabase, postmasterOf, type SignedIn } from "./support/people.ts";
import { processorMs, processorMsWithChildren } from "./support/processor-time.ts";

// How many people a machine serves: everybody has a page with an open event stream and does something every EVERY seconds, a
// mix of a day in mail, tasks, calendar, messages and documents. The number of people grows until the 95th
// percentile of all requests is over LIMIT ms; then the last good number is asked again, to see how soon it recovers. A
// request that waits counts from the moment at which the person acts. The client runs on the same machine.

const STEPS = (environment.PEOPLE ?? "100,200,400,800,1200").split(",").map(Number);
const EVERY = Number(environment.EVERY ?? 20);
const SECONDS = Number(environment.BENCH_SECONDS ?? 30);
const LIMIT = 250;
const [MAILS, TASKS, EVENTS] = [Number(environment.BENCH_MAILS ?? 100), 50, 100];

const instance = await Instance.create({ LIMIT_REQUESTS_PER_MINUTE: "1000000" });
const program = await instance.start();
const pid = program.process.pid ?? 0;
endWithParent(instance.dataDir, pid);
const founder = await Person.signUp(instance.url, "Founder");
const database = await openDatabase(instance);
const people = await createPeople(database, {
  count: Math.max(...STEPS),
  together: 10,
  cookieName: founder.cookie.split("=")[0] ?? "",
});
await fill();
const owned = await ownRecords();
await database.end();

/** Records of one person that the acts use. */
type Owned = { mails: string[]; tasks: string[]; conversation: string };
async function ownRecords(): Promise<Map<string, Owned>> {
  const { rows } = await database.query<Owned & { id: string }>(
    `select u.id,
            array(select e.id from emails e where e.user_id = u.id order by e.id limit 50) as mails,
            array(select t.id from tasks t where t.user_id = u.id order by t.id limit 20) as tasks,
            (select p.conversation_id from conversation_participants p where p.user_id = u.id limit 1) as conversation
       from users u`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function fill(): Promise<void> {
  const ids = [people.map(({ id }) => id)];
  const of = (rows: number) => `from unnest($1::uuid[]) person, generate_series(1, ${rows}) number`;
  await database.query(
    `insert into emails (user_id, subject, body, sender, recipients, status, thread_id, is_read, created_at)
     select person, 'Letter ' || number, repeat('The figures of the quarter are ready. ', 20), 'anna@example.com',
            array['ada@example.com'], 'received', gen_random_uuid(), number % 7 > 0, now() - number * interval '1 hour' ${of(MAILS)}`,
    ids,
  );
  await database.query(
    `insert into tasks (user_id, title, status, priority, position, created_at)
     select person, 'Task ' || number, 'todo', 'medium', 'a' || lpad(number::text, 8, '1') || 'z', now() - number * interval '1 hour' ${of(TASKS)}`,
    ids,
  );
  await database.query(
    `insert into events (user_id, title, start_time, end_time)
     select person, 'Meeting ' || number, now() + (number - 50) * interval '7 hours', now() + (number - 49) * interval '7 hours' ${of(EVENTS)}`,
    ids,
  );
  await database.query("vacuum analyze");
}

const DAY_MS = 86_400_000;
const from = new Date(Date.now() - 20 * DAY_MS).toISOString();
const to = new Date(Date.now() + 22 * DAY_MS).toISOString();
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
type Request = readonly [capability: string, input: object];

/** What a page requests for an act, and how often of a hundred acts people do it. */
const ACTS: readonly [share: number, (owned: Owned) => Request][] = [
  [22, () => ["emails.list", { view: "inbox", limit: 50 }]],
  [18, ({ mails }) => ["emails.get", { id: oneOf(mails) }]],
  [
    14,
    ({ mails }) => ["emails.updateMany", { changes: [{ id: oneOf(mails), isRead: Math.random() > 0.5 }] }],
  ],
  [4, () => ["emails.list", { text: "figures", limit: 50 }]],
  [3, () => ["emails.create", { subject: "Lunch", body: "At one?", recipients: ["anna@example.com"] }]],
  [9, () => ["tasks.list", { limit: 50 }]],
  [4, () => ["tasks.create", { title: "Call Anna" }]],
  [8, () => ["events.list", { from, to, limit: 200 }]],
  [6, ({ conversation }) => ["messages.list", { conversationId: conversation }]],
  [5, ({ conversation }) => ["messages.send", { conversationId: conversation, content: "Good morning" }]],
  [4, () => ["documents.list", { limit: 50 }]],
  [3, () => ["dashboard.figures", { timeZone: "Europe/Vienna" }]],
];
const drawn = ACTS.flatMap(([share, act]) => Array.from({ length: share }, () => act));

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: false });
const streams: ClientRequest[] = [];
let announcements = 0;
async function openStream({ cookie }: SignedIn): Promise<void> {
  const ready = Promise.withResolvers<void>();
  const stream = get(`${instance.url}/events`, { agent, headers: { cookie } }, (response) => {
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      announcements += text.split('data: {"resource"').length - 1;
      ready.resolve();
    });
    response.on("error", () => {});
  });
  stream.on("error", ready.reject);
  streams.push(stream);
  await ready.promise;
}

type Sample = { at: number; ms: number; isGood: boolean };

/** Acts of so many people at random moments, for so many seconds. */
async function act(count: number, seconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const until = performance.now() + seconds * 1000;
  const pending = new Set<Promise<void>>();
  let due = performance.now();
  while (due < until) {
    due += (-Math.log(1 - Math.random()) * EVERY * 1000) / count;
    await pause(Math.max(0, due - performance.now()));
    const at = due;
    const request = send(oneOf(people.slice(0, count))).then((isGood) => {
      samples.push({ at, ms: performance.now() - at, isGood });
      pending.delete(request);
    });
    pending.add(request);
  }
  await Promise.all(pending);
  return samples;
}

async function send({ id, cookie }: SignedIn): Promise<boolean> {
  const [capability, input] = oneOf(drawn)(owned.get(id) as Owned);
  const headers = { cookie, origin: instance.url, "content-type": "application/json" };
  const body = JSON.stringify(input);
  try {
    const answer = await fetch(`${instance.url}/rpc/${capability}`, { method: "POST", headers, body });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    // Counted as failed.
    return false;
  }
}

const milliseconds = (samples: readonly Sample[]) => samples.map(({ ms }) => ms);
const { pid: postmaster } = await postmasterOf(instance);
let good = 0;
let broke = 0;
for (const count of STEPS) {
  await Promise.all(people.slice(streams.length, count).map(openStream));
  await act(count, 5);
  const [node, postgres, announced] = [processorMs(pid), processorMsWithChildren(postmaster), announcements];
  const samples = await act(count, SECONDS);
  report(`${count} people, a request every ${EVERY} s of each`, milliseconds(samples));
  const failed = samples.filter(({ isGood }) => !isGood).length;
  const each = (ms: number) => `${(ms / samples.length).toFixed(1)} ms`;
  console.log(
    `  ${failed} failed, ${announcements - announced} announcements; processor time of a request: program ${each(processorMs(pid) - node)}, ` +
      `PostgreSQL ${each(processorMsWithChildren(postmaster) - postgres)}`,
  );
  if (quantile(milliseconds(samples), 0.95) > LIMIT || failed > 0) {
    broke = count;
    break;
  }
  good = count;
}
console.log(
  `  ${good} people within ${LIMIT} ms; ${broke ? `over it with ${broke}` : "the limit was not reached"}`,
);
if (broke && good) {
  const start = performance.now();
  const samples = await act(good, 20);
  const slow = samples.filter(({ ms }) => ms > LIMIT).map(({ at }) => at - start);
  console.log(`  back at ${good}: the last slow request after ${(Math.max(0, ...slow) / 1000).toFixed(1)} s`);
  report(`  ${good} people afterwards`, milliseconds(samples));
}
for (const stream of streams) stream.destroy();
await program.end();
await instance.remove();
