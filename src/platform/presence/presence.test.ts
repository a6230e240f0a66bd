import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { EventBroadcaster, type StreamedFact } from "#platform/events/event-broadcaster.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { presence } from "./presence.ts";
import { PresenceTracker } from "./presence-tracker.ts";

const { aUser, as, atEnd, connection, database, owner } = await testDatabase();
const log = createLog("silent");
const broadcaster = new EventBroadcaster({ database, connection: connection("app"), log });
await broadcaster.start();
afterAll(() => broadcaster.close());

let ada: Person;
let bob: Person;
let carol: Person;

/** Ada and Bob share a workspace; Carol shares nothing with anybody. */
beforeEach(async () => {
  [ada, bob, carol] = [as(await aUser()), as(await aUser()), as(await aUser())];
  const workspaceId = randomUUID();
  await owner.query("insert into workspaces (id, name, created_by) values ($1, 'Leadership', $2)", [
    workspaceId,
    ada.userId,
  ]);
  await owner.query(
    `insert into workspace_members (workspace_id, user_id, role, state)
     select $1, unnest($2::uuid[]), 'member', 'active'`,
    [workspaceId, [ada.userId, bob.userId]],
  );
});

/** A server process; it sends heartbeats only on request. */
async function aProcess() {
  const tracker = new PresenceTracker({ database, log, heartbeatMs: 3_600_000, graceMs: 0 });
  await tracker.start();
  atEnd(() => tracker.close());
  return tracker;
}

const seenBy = async (person: Person, ...others: Person[]) => {
  const { people } = await person.run((context) =>
    presence.list(context, { userIds: others.map(({ userId }) => userId) }),
  );
  return people.map(({ isOnline }) => isOnline);
};

/** What this person's streams receive; `next` waits for the next announcement about somebody. */
async function aStream({ userId }: Person) {
  const received: StreamedFact[] = [];
  await broadcaster.subscribe(userId, null, {
    receive: (facts) => void received.push(...facts),
    resync: () => {},
  });
  return {
    about: (person: Person) =>
      expect.poll(() => received.filter(({ ids }) => ids.includes(person.userId)).length),
  };
}

test("decision 15: a person with an open stream is online for workspace members, and for nobody else", async () => {
  const tracker = await aProcess();
  const leave = tracker.enter(bob.userId);
  await expect.poll(() => seenBy(ada, bob)).toEqual([true]);
  expect(await seenBy(carol, bob, ada)).toEqual([]);
  const answer = await ada.run((context) => presence.list(context, {}));
  expect(answer.people.map(({ userId }) => userId)).toEqual([bob.userId]);
  leave();
  await expect.poll(() => seenBy(ada, bob)).toEqual([false]);
  const { people } = await ada.run((context) => presence.list(context, { userIds: [bob.userId] }));
  expect(people[0]?.lastSeenAt).toBeInstanceOf(Date);
});

test("a person with several tabs is online until the last one closes; only the first and last are announced", async () => {
  const tracker = await aProcess();
  const leaveAda = tracker.enter(ada.userId);
  await expect.poll(() => seenBy(ada, ada)).toEqual([true]);
  const stream = await aStream(ada);
  const leaves = [tracker.enter(bob.userId), tracker.enter(bob.userId), tracker.enter(bob.userId)];
  await stream.about(bob).toBe(1);
  leaves[0]?.();
  leaves[1]?.();
  expect(await seenBy(ada, bob)).toEqual([true]);
  leaves[2]?.();
  await stream.about(bob).toBe(2);
  expect(await seenBy(ada, bob)).toEqual([false]);
  leaveAda();
});

test("a page reloaded within the grace period stays online", async () => {
  const tracker = new PresenceTracker({ database, log, heartbeatMs: 3_600_000, graceMs: 3_600_000 });
  await tracker.start();
  const leave = tracker.enter(bob.userId);
  await expect.poll(() => seenBy(ada, bob)).toEqual([true]);
  leave();
  await tracker.heartbeat();
  tracker.enter(bob.userId);
  expect(await seenBy(ada, bob)).toEqual([true]);
  await tracker.close();
  expect(await seenBy(ada, bob)).toEqual([false]);
});

test("a person connected to two processes is online while either serves them", async () => {
  const [first, second] = [await aProcess(), await aProcess()];
  first.enter(bob.userId);
  await expect.poll(() => seenBy(ada, bob)).toEqual([true]);
  second.enter(bob.userId);
  await expect
    .poll(async () => (await owner.query("select from presences where user_id = $1", [bob.userId])).rowCount)
    .toBe(2);
  await first.close();
  expect(await seenBy(ada, bob)).toEqual([true]);
  await second.close();
  expect(await seenBy(ada, bob)).toEqual([false]);
});

test("people of a killed process go offline after its heartbeat expires, and others are notified", async () => {
  const [killed, running] = [await aProcess(), await aProcess()];
  running.enter(ada.userId);
  await expect.poll(() => seenBy(ada, ada)).toEqual([true]);
  const stream = await aStream(ada);
  killed.enter(bob.userId);
  await stream.about(bob).toBe(1);
  await owner.query(
    `update server_processes set heartbeat_at = now() - interval '50 seconds'
      where id in (select process_id from presences where user_id = $1)`,
    [bob.userId],
  );
  expect(await seenBy(ada, bob)).toEqual([false]);
  await running.heartbeat();
  await stream.about(bob).toBe(2);
  const { rows } = await owner.query(
    "select seen_at < now() - interval '49 seconds' as long_ago from last_seen where user_id = $1",
    [bob.userId],
  );
  expect(rows).toEqual([{ long_ago: true }]);
});

test("a process presumed dead restores its people with its next heartbeat", async () => {
  const [stalled, other] = [await aProcess(), await aProcess()];
  stalled.enter(bob.userId);
  await expect.poll(() => seenBy(ada, bob)).toEqual([true]);
  await owner.query("update server_processes set heartbeat_at = now() - interval '50 seconds'");
  await other.heartbeat();
  expect(await seenBy(ada, bob)).toEqual([false]);
  await stalled.heartbeat();
  await expect.poll(() => seenBy(ada, bob)).toEqual([true]);
});

test("contacts see each other only if each has the other as a contact", async () => {
  const tracker = await aProcess();
  tracker.enter(carol.userId);
  const addContact = (person: Person, other: Person) =>
    owner.query("insert into contacts (user_id, contact_name, contact_email) values ($1, 'x', $2)", [
      person.userId,
      other.email.toUpperCase(),
    ]);
  await addContact(ada, carol);
  expect(await seenBy(ada, carol)).toEqual([]);
  await addContact(carol, ada);
  await expect.poll(() => seenBy(ada, carol)).toEqual([true]);
  const { people } = await ada.run((context) => presence.list(context, { userIds: [carol.userId] }));
  expect(people[0]?.contactEmail).toBe(carol.email.toUpperCase());
});

test("opening a direct conversation with a contact reveals no presence before they answer", async () => {
  const tracker = await aProcess();
  tracker.enter(carol.userId);
  await expect.poll(() => seenBy(carol, carol)).toEqual([true]);
  const { rows } = await owner.query(
    "insert into conversations (type, created_by) values ('direct', $1) returning id",
    [ada.userId],
  );
  const { id } = rows[0];
  await owner.query(
    "insert into conversation_participants (conversation_id, user_id) select $1, unnest($2::uuid[])",
    [id, [ada.userId, carol.userId]],
  );
  const write = ({ userId }: Person) =>
    owner.query("insert into messages (conversation_id, sender_id, content) values ($1, $2, 'Hello')", [
      id,
      userId,
    ]);
  await write(ada);
  expect(await seenBy(ada, carol)).toEqual([]);
  await write(carol);
  expect(await seenBy(ada, carol)).toEqual([true]);
});

test("people in one conversation see each other until one of them leaves it", async () => {
  const tracker = await aProcess();
  tracker.enter(carol.userId);
  const { rows } = await owner.query(
    "insert into conversations (type, created_by) values ('group', $1) returning id",
    [ada.userId],
  );
  await owner.query(
    "insert into conversation_participants (conversation_id, user_id) select $1, unnest($2::uuid[])",
    [rows[0].id, [ada.userId, carol.userId]],
  );
  await expect.poll(() => seenBy(ada, carol)).toEqual([true]);
  await owner.query("update conversation_participants set left_at = now() where user_id = $1", [
    carol.userId,
  ]);
  expect(await seenBy(ada, carol)).toEqual([]);
});

test("the app role cannot read from the database who knows whom or who is online", async () => {
  for (const call of [`presence_peers_of('${ada.userId}')`, `is_online('${ada.userId}')`])
    await expect(database.pool.query(`select * from ${call}`)).rejects.toThrow("permission denied");
  const rows = await carol.run(({ db }) => db.execute("select * from presences"));
  expect(rows.rows).toEqual([]);
});
