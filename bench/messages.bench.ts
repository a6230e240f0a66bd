import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { conversations } from "#features/communication/conversations.ts";
import { messages } from "#features/communication/messages.ts";
import { invoke } from "#platform/capability/execute.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import { createLog } from "#platform/log/log.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { environment } from "./environment.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { quantile, report } from "./support/compare.ts";

// A message to a group with STREAMS open event streams: the time to send it, until the first and until the last stream
// receives it, and the memory of one open stream. The floor, in the same run: a bare NOTIFY and as many bare listeners
// behind one LISTEN.

const STREAMS = Number(environment.STREAMS ?? 1000);
const PEOPLE = 199;
const MESSAGES = Number(environment.SAID ?? 100);

const people: string[] = [];
const instance = await createBenchInstance([
  {
    table: "users",
    fill: async (owner, founder) => {
      const { rows } = await owner.query(
        `insert into workspaces (name, created_by) values ('All', $1) returning id`,
        [founder],
      );
      for (let n = 0; n < PEOPLE; n += 1) {
        const id = randomUUID();
        const email = `person.${id}@example.com`;
        await owner.query("insert into users (id, email, email_verified) values ($1, $2, true)", [id, email]);
        await owner.query("insert into profiles (user_id, full_name, email) values ($1, 'Person', $2)", [
          id,
          email,
        ]);
        people.push(id);
      }
      await owner.query(
        `insert into workspace_members (workspace_id, user_id, role, state)
         select $1::uuid, unnest($2::uuid[]), 'member', 'active'`,
        [rows[0].id, [founder, ...people]],
      );
    },
  },
]);
const { ada, services, connection, bare } = instance;
const act = (capability: unknown, input: object) =>
  invoke(services, capability as AnyCapability, input, {
    actor: ada,
    requestId: randomUUID(),
    address: null,
  });

const broadcaster = new EventBroadcaster({
  database: services.database,
  connection,
  log: createLog("silent"),
});
await broadcaster.start();
const conversation = (await act(conversations.create, { type: "group", title: "All", userIds: people })) as {
  id: string;
};

let received: number[] = [];
const before = process.memoryUsage().rss;
for (let n = 0; n < STREAMS; n += 1)
  await broadcaster.subscribe(people[n % PEOPLE] ?? "", null, {
    receive: (facts) => {
      if (facts.some(({ resource }) => resource === "messages")) received.push(performance.now());
    },
    resync: () => {},
  });
const memory = (process.memoryUsage().rss - before) / STREAMS;

const measured = await round(MESSAGES, async (n) => {
  await act(messages.send, { conversationId: conversation.id, content: `Number ${n}` });
});

const listener = new pg.Client(connection);
await listener.connect();
const listeners = Array.from({ length: STREAMS }, () => () => void received.push(performance.now()));
listener.on("notification", () => {
  for (const notify of listeners) notify();
});
await listener.query("listen bench_floor");
const floor = await round(MESSAGES, async () => {
  await bare.query("notify bench_floor");
});
await listener.end();

report(`a message into a group of ${PEOPLE + 1}, ${STREAMS} open streams`, measured.took);
report("  until the first stream has heard", measured.first);
report("  until the last stream has heard", measured.last);
report("  floor: a bare NOTIFY until the last bare ear has heard", floor.last);
console.log(
  `  ratio of p95, last stream: ${(quantile(measured.last, 0.95) / quantile(floor.last, 0.95)).toFixed(1)}`,
);
console.log(`  memory of an open stream in the broadcaster: ${(memory / 1024).toFixed(1)} KB`);
await broadcaster.close();
await instance.remove();

/** One at a time: the next is sent when every stream has received the last. */
async function round(count: number, send: (n: number) => Promise<void>) {
  const [took, first, last]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < count; n += 1) {
    received = [];
    const from = performance.now();
    await send(n);
    took.push(performance.now() - from);
    while (received.length < STREAMS) await setTimeout(1);
    first.push((received[0] ?? from) - from);
    last.push((received.at(-1) ?? from) - from);
  }
  return { took, first, last };
}
