import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import { createLog } from "#platform/log/log.ts";
import { PresenceTracker } from "#platform/presence/presence-tracker.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Edge } from "./edge.ts";
import { mountEventStream } from "./event-stream.ts";

// After a restart all pages open their streams in the same moment. What that costs must not grow with their number.

const PEOPLE = 250;
const PATIENT = { timeout: 40_000 };

const { aUser, connection, owner } = await testDatabase();
const log = createLog("silent");
const database = openDatabase(connection("app"));
let statements = 0;
database.pool.on("connect", (client) => {
  client.query = new Proxy(client.query, {
    apply: (query, self, given) => {
      statements += 1;
      return Reflect.apply(query, self, given);
    },
  });
});
const broadcaster = new EventBroadcaster({ database, connection: connection("app"), log });
await broadcaster.start();
const presence = new PresenceTracker({ database, log, heartbeatMs: 3_600_000 });
await presence.start();
afterAll(async () => {
  await Promise.all([broadcaster.close(), presence.close()]);
  await database.close();
});

/** People who are all members of one workspace. */
async function colleagues(): Promise<string[]> {
  const founder = await aUser();
  const people = Array.from({ length: PEOPLE }, () => randomUUID());
  const workspaceId = randomUUID();
  await owner.query(
    `insert into users (id, email, address_state, address_reason)
     select id, id || '@example.com', 'vouched', 'administrator' from unnest($1::uuid[]) as id`,
    [people],
  );
  await owner.query("insert into workspaces (id, name, created_by) values ($1, 'Leadership', $2)", [
    workspaceId,
    founder.userId,
  ]);
  await owner.query(
    `insert into workspace_members (workspace_id, user_id, role, state)
     select $1, id, 'member', 'active' from unnest($2::uuid[]) as id`,
    [workspaceId, people],
  );
  return people;
}

/** Opens one stream of each; resolves with the first part of every answer. */
async function openAll(people: readonly string[], stillSignedIn = async () => null) {
  const app = new Hono<Edge>();
  const actorOf = (userId: string) => ({
    ...{ userId, email: "", fullName: "", roles: ["user" as const], via: "session" as const },
    ...{ scopes: ["read" as const], credentialId: null },
  });
  app.use((context, next) => {
    context.set("actor", actorOf(context.req.header("x-person") ?? ""));
    return next();
  });
  const { closeAll } = mountEventStream(app, { broadcaster, presence, log, stillSignedIn });
  const firstParts = await Promise.all(
    people.map(async (userId) => {
      const headers = { "x-person": userId, "last-event-id": "0" };
      const { body } = await app.request("/events", { headers });
      const { value } = (await body?.getReader().read()) ?? {};
      return new TextDecoder().decode(value);
    }),
  );
  return { firstParts, closeAll };
}

const presentCount = async (people: readonly string[]) =>
  (await owner.query("select from presences where user_id = any($1)", [people])).rowCount;

test(`${PEOPLE} streams that open at once cost a few statements, and each page is told once who is here`, async () => {
  const people = await colleagues();
  const before = statements;
  const { firstParts, closeAll } = await openAll(people);
  await expect.poll(() => presentCount(people), PATIENT).toBe(PEOPLE);
  // Far fewer than one for each stream: those that come during a statement share the next one.
  expect(statements - before).toBeLessThan(60);
  const { rows } = await owner.query<{ announcements: number }>(
    "select count(*)::int as announcements from announcements where user_id = any($1) group by user_id",
    [people],
  );
  expect(rows.map(({ announcements }) => announcements)).toEqual(Array(PEOPLE).fill(1));
  // Each page reconnects after a delay of its own.
  const delays = firstParts.map((text) => Number(/^retry: (\d+)$/m.exec(text)?.[1]));
  expect(delays.every((delay) => delay >= 500 && delay < 3_500)).toBe(true);
  expect(new Set(delays).size).toBeGreaterThan(PEOPLE / 2);
  closeAll();
});

test("whoever was here already is told of all who come at once in one announcement", async () => {
  const [first = "", ...others] = await colleagues();
  const early = await openAll([first]);
  await expect.poll(() => presentCount([first]), PATIENT).toBe(1);
  const late = await openAll(others);
  await expect.poll(() => presentCount(others), PATIENT).toBe(others.length);
  const { rows } = await owner.query<{ ids: string[] }>(
    "select record_ids as ids from announcements where user_id = $1 and resource = 'presence' and record_ids <> '{}'",
    [first],
  );
  expect(rows.flatMap(({ ids }) => ids).toSorted()).toEqual(others.toSorted());
  expect(rows.length).toBeLessThan(20);
  early.closeAll();
  late.closeAll();
});
