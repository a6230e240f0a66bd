import { randomUUID } from "node:crypto";
import pg from "pg";
import { decisions } from "#features/team/decisions.ts";
import { invoke } from "#platform/capability/execute.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import { createLog } from "#platform/log/log.ts";
import type { Actor } from "../src/platform/capability/actor.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { environment } from "./environment.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { quantile, report } from "./support/compare.ts";

// 200 members vote on one decision within a minute (VOTING_SECONDS): how long a vote takes, and how long until another
// member's stream receives it. The floor, in the same run: a bare insert with NOTIFY and the LISTEN that receives it.

const VOTERS = 200;
const SECONDS = Number(environment.VOTING_SECONDS ?? 60);

const people: Actor[] = [];
const workspaceId = randomUUID();
const instance = await createBenchInstance([
  {
    table: "users",
    fill: async (owner, founder) => {
      for (let n = 0; n < VOTERS; n += 1) people.push(await aPerson(owner, n));
      await owner.query("insert into workspaces (id, name, created_by) values ($1, 'Assembly', $2)", [
        workspaceId,
        founder,
      ]);
      await owner.query(
        `insert into workspace_members (workspace_id, user_id, role, state)
         select $1::uuid, unnest($2::uuid[]), 'member', 'active' union all select $1::uuid, $3::uuid, 'admin', 'active'`,
        [workspaceId, people.map(({ userId }) => userId), founder],
      );
      await owner.query("create table bench_votes (id bigint generated always as identity, vote text)");
      await owner.query("grant insert on bench_votes to adjutant_app");
    },
  },
]);
const { ada, services, connection, bare } = instance;
const broadcaster = new EventBroadcaster({
  database: services.database,
  connection,
  log: createLog("silent"),
});
await broadcaster.start();
const received: number[] = [];
let awaited = "";
await broadcaster.subscribe(ada.userId, null, {
  receive: (facts) => {
    for (const { resource, ids } of facts)
      if (resource === "decisions" && ids.includes(awaited)) received.push(performance.now());
  },
  resync: () => {},
});

const minute = await votesOn(await aDecision(), SECONDS * 1000);
const floor = await bareVotes();
report(`vote, ${VOTERS} members in ${SECONDS} s`, minute.took);
report("  its arrival at another stream", minute.arrived);
report("  floor: a bare insert that notifies", floor.took);
report("  floor: its arrival at a bare LISTEN", floor.arrived);
const ratio = (measured: number[], floorTimes: number[]) =>
  (quantile(measured, 0.95) / quantile(floorTimes, 0.95)).toFixed(2);
console.log(`  ratio of p95, vote: ${ratio(minute.took, floor.took)}`);
console.log(`  ratio of p95, arrival: ${ratio(minute.arrived, floor.arrived)}`);
await broadcaster.close();
await instance.remove();

async function aDecision(): Promise<string> {
  const { id } = await act<{ id: string }>(ada, decisions.create, { workspaceId, title: "Adopt the budget" });
  return id;
}

/** Votes of one workspace are sequential, so the n-th received is the n-th committed. */
async function votesOn(id: string, span: number) {
  // Events of its creation are not votes.
  await new Promise((go) => setTimeout(go, 1_000));
  received.length = 0;
  awaited = id;
  const startTimes: number[] = [];
  const took: number[] = [];
  await Promise.all(
    people.map(async (person, n) => {
      await new Promise((go) => setTimeout(go, (n * span) / VOTERS));
      const start = performance.now();
      await act(person, decisions.vote, { id, vote: "approve" });
      startTimes.push(start);
      took.push(performance.now() - start);
    }),
  );
  while (received.length < VOTERS) await new Promise((go) => setTimeout(go, 20));
  return { took, arrived: startTimes.map((start, n) => (received[n] ?? start) - start) };
}

async function bareVotes() {
  const listener = new pg.Client(connection);
  await listener.connect();
  await listener.query("listen bench_votes");
  const [took, arrived]: [number[], number[]] = [[], []];
  for (let n = 0; n < VOTERS; n += 1) {
    const notified = new Promise((resolve) => listener.once("notification", resolve));
    const start = performance.now();
    await bare.query(
      "with cast_vote as (insert into bench_votes (vote) values ('approve')) select pg_notify('bench_votes', '')",
    );
    took.push(performance.now() - start);
    await notified;
    arrived.push(performance.now() - start);
  }
  await listener.end();
  return { took, arrived };
}

function act<T = unknown>(actor: Actor, capability: unknown, input: unknown): Promise<T> {
  const asked = { actor, requestId: "bench", address: null };
  return invoke(services, capability as AnyCapability, input, asked) as Promise<T>;
}

async function aPerson(owner: pg.Client, n: number): Promise<Actor> {
  const person = { userId: randomUUID(), email: `voter.${n}@example.com`, fullName: `Voter ${n}` };
  await owner.query("insert into users (id, email, email_verified) values ($1, $2, true)", [
    person.userId,
    person.email,
  ]);
  await owner.query(
    `insert into profiles (user_id, full_name, email) values ($1, $2, $3)
      on conflict (user_id) do update set full_name = excluded.full_name`,
    [person.userId, person.fullName, person.email],
  );
  const scopes = ["read", "write", "destroy"] as const;
  return { ...person, roles: ["user"], via: "session", scopes, credentialId: null };
}
