import type pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { latestAnnouncement, publishEphemeral, recordAnnouncements } from "./announcements.ts";
import { EventBroadcaster, type StreamedFact } from "./event-broadcaster.ts";

const { aUser, connection, database, owner } = await testDatabase();
const broadcaster = new EventBroadcaster({
  database,
  connection: connection("app"),
  log: createLog("silent"),
});
await broadcaster.start();
afterAll(() => broadcaster.close());

const announce = (userId: string, id: string) =>
  database.transaction(userId, "write", (db) =>
    recordAnnouncements(db, [{ resource: "tasks", ids: [id], audience: [userId] }]),
  );

/** Collects what one stream receives; `until(n)` resolves after n announcements. */
function aStream() {
  const received: StreamedFact[] = [];
  const resyncs: number[] = [];
  let check = () => {};
  return {
    received,
    resyncs,
    listener: {
      receive: (facts: readonly StreamedFact[]) => {
        received.push(...facts);
        check();
      },
      resync: (id: number) => {
        resyncs.push(id);
        check();
      },
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        check = () => received.length + resyncs.length >= count && resolve();
        check();
      }),
  };
}

test("a committed announcement reaches every stream of its person and no other", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  const [first, second, foreign] = [aStream(), aStream(), aStream()];
  await broadcaster.subscribe(ada.userId, null, first.listener);
  await broadcaster.subscribe(ada.userId, null, second.listener);
  await broadcaster.subscribe(bob.userId, null, foreign.listener);
  await announce(ada.userId, "a");
  await announce(bob.userId, "b");
  await Promise.all([first.until(1), second.until(1), foreign.until(1)]);
  expect(first.received.map(({ ids }) => ids)).toEqual([["a"]]);
  expect(second.received).toEqual(first.received);
  expect(foreign.received.map(({ ids }) => ids)).toEqual([["b"]]);
});

test("a rolled back announcement is never delivered", async () => {
  const ada = await aUser();
  const stream = aStream();
  await broadcaster.subscribe(ada.userId, null, stream.listener);
  const failing = database.transaction(ada.userId, "write", async (db) => {
    await recordAnnouncements(db, [{ resource: "tasks", ids: ["lost"], audience: [ada.userId] }]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await announce(ada.userId, "kept");
  await stream.until(1);
  expect(stream.received.map(({ ids }) => ids)).toEqual([["kept"]]);
});

test("a stream that reconnects with its last id misses nothing", async () => {
  const ada = await aUser();
  const before = aStream();
  const leave = await broadcaster.subscribe(ada.userId, null, before.listener);
  await announce(ada.userId, "1");
  await before.until(1);
  leave();
  await announce(ada.userId, "2");
  await announce(ada.userId, "3");
  const after = aStream();
  await broadcaster.subscribe(ada.userId, before.received[0]?.id ?? 0, after.listener);
  expect(after.received.map(({ ids }) => ids[0])).toEqual(["2", "3"]);
});

test("a stream whose last id is no longer stored gets a resync", async () => {
  const ada = await aUser();
  await announce(ada.userId, "1");
  await announce(ada.userId, "2");
  const { rows } = await owner.query("select id::int from announcements where user_id = $1 order by id", [
    ada.userId,
  ]);
  await owner.query("delete from announcements where id = $1", [rows[0].id]);
  const stream = aStream();
  await broadcaster.subscribe(ada.userId, rows[0].id, stream.listener);
  expect(stream.resyncs).toEqual([rows[1].id]);
});

test("a hundred concurrent writes are all delivered, ids in commit order", async () => {
  const ada = await aUser();
  const stream = aStream();
  await broadcaster.subscribe(ada.userId, null, stream.listener);
  await Promise.all(Array.from({ length: 100 }, (_, index) => announce(ada.userId, String(index))));
  await stream.until(100);
  const ids = stream.received.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
  expect(new Set(stream.received.map(({ ids: [name] }) => name)).size).toBe(100);
});

test("streams of one person that open at once each get what they missed, once", async () => {
  const ada = await aUser();
  for (const id of ["1", "2", "3"]) await announce(ada.userId, id);
  const { rows } = await owner.query<{ id: number }>(
    "select id::int from announcements where user_id = $1 order by id",
    [ada.userId],
  );
  const marks = [0, rows[0]?.id ?? 0, rows[1]?.id ?? 0, rows[2]?.id ?? 0, null];
  const streams = marks.map(() => aStream());
  await Promise.all(
    marks.map((mark, n) =>
      broadcaster.subscribe(ada.userId, mark, streams[n]?.listener ?? aStream().listener),
    ),
  );
  await announce(ada.userId, "4");
  await Promise.all([4, 3, 2, 1, 1].map((count, n) => streams[n]?.until(count)));
  expect(streams.map(({ received }) => received.map(({ ids }) => ids[0]))).toEqual([
    ["1", "2", "3", "4"],
    ["2", "3", "4"],
    ["3", "4"],
    ["4"],
    ["4"],
  ]);
  expect(streams.flatMap(({ resyncs }) => resyncs)).toEqual([]);
});

test("a stream whose position cannot be read is refused, and the next one opens", async () => {
  const ada = await aUser();
  let isDown = true;
  const query = async (question: pg.QueryConfig) => {
    if (isDown) throw new Error("The database is down");
    return database.pool.query(question);
  };
  const pool = new Proxy(database.pool, {
    get: (own, name) => (name === "query" ? query : Reflect.get(own, name)),
  });
  const weak = new EventBroadcaster({
    database: { ...database, pool },
    connection: connection("app"),
    log: createLog("silent"),
  });
  await weak.start();
  const stream = aStream();
  await expect(weak.subscribe(ada.userId, null, stream.listener)).rejects.toThrow("The database is down");
  isDown = false;
  await weak.subscribe(ada.userId, null, stream.listener);
  await announce(ada.userId, "1");
  await stream.until(1);
  expect(stream.received).toHaveLength(1);
  await weak.close();
});

test("an announcement committed while a person's first stream opens is delivered", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  await announce(ada.userId, "known");
  const known = await database.transaction(ada.userId, "read", (db) => latestAnnouncement(db, ada.userId));
  const [adas, bobs] = [aStream(), aStream()];
  let isFirst = true;
  const query = async (question: { name: string; text: string; values: unknown[] }) => {
    const answer = await database.pool.query(question);
    if (!isFirst || question.name !== "stream-positions" || !String(question.values[0]).includes(ada.userId))
      return answer;
    isFirst = false;
    // The query's answer is delayed: by then its notification has arrived, and Bob's after it.
    await announce(ada.userId, "meanwhile");
    await announce(bob.userId, "after it");
    await bobs.until(1);
    return answer;
  };
  const pool = new Proxy(database.pool, {
    get: (own, name) => (name === "query" ? query : Reflect.get(own, name)),
  });
  const slow = new EventBroadcaster({
    database: { ...database, pool },
    connection: connection("app"),
    log: createLog("silent"),
  });
  await slow.start();
  await slow.subscribe(bob.userId, null, bobs.listener);
  await slow.subscribe(ada.userId, known, adas.listener);
  await adas.until(1);
  expect(adas.received.map(({ ids }) => ids)).toEqual([["meanwhile"]]);
  await slow.close();
});

test("after the LISTEN connection is lost, missed announcements are delivered", async () => {
  const ada = await aUser();
  const stream = aStream();
  await broadcaster.subscribe(ada.userId, null, stream.listener);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'adjutant events' and datname = current_database()",
  );
  await announce(ada.userId, "during the cut");
  await stream.until(1);
  expect(stream.received[0]?.ids).toEqual(["during the cut"]);
});

test("announcements already received from a faster process are not repeated", async () => {
  const ada = await aUser();
  const [first, reconnected, stale] = [aStream(), aStream(), aStream()];
  await broadcaster.subscribe(ada.userId, null, first.listener);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'adjutant events' and datname = current_database()",
  );
  await announce(ada.userId, "heard there");
  const { rows } = await owner.query("select max(id)::int as id from announcements where user_id = $1", [
    ada.userId,
  ]);
  await broadcaster.subscribe(ada.userId, rows[0].id, reconnected.listener);
  await broadcaster.subscribe(ada.userId, rows[0].id + 1000, stale.listener);
  await announce(ada.userId, "new");
  await Promise.all([first.until(2), reconnected.until(1), stale.until(2)]);
  expect(first.received.map(({ ids }) => ids[0])).toEqual(["heard there", "new"]);
  expect(reconnected.received.map(({ ids }) => ids[0])).toEqual(["new"]);
  // An id that nobody gave comes from before a backup was restored: everything is read again, and heard.
  expect(stale.resyncs).toHaveLength(1);
  expect(stale.received.at(-1)?.ids).toEqual(["new"]);
});

test("a signal is delivered by topic in every process, and can be broadcast to all streams", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  const [adaStream, bobStream] = [aStream(), aStream()];
  await broadcaster.subscribe(ada.userId, null, adaStream.listener);
  await broadcaster.subscribe(bob.userId, null, bobStream.listener);
  const stop = broadcaster.onSignal("weather", () => broadcaster.broadcast("weather"));
  await database.pool.query("select pg_notify('adjutant_signals', 'news')");
  await database.pool.query("select pg_notify('adjutant_signals', 'weather')");
  await Promise.all([adaStream.until(1), bobStream.until(1)]);
  stop();
  expect([adaStream, bobStream].map(({ received }) => received.map(({ resource }) => resource))).toEqual([
    ["weather"],
    ["weather"],
  ]);
});

test("an ephemeral announcement is delivered to its audience, and not to later streams", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  const [recipient, foreign, late] = [aStream(), aStream(), aStream()];
  await broadcaster.subscribe(ada.userId, null, recipient.listener);
  await broadcaster.subscribe(bob.userId, null, foreign.listener);
  await database.transaction(bob.userId, "read", (db) =>
    publishEphemeral(db, { resource: "typing", ids: ["c", bob.userId], audience: [ada.userId] }),
  );
  await recipient.until(1);
  expect(recipient.received).toEqual([{ id: null, resource: "typing", ids: ["c", bob.userId] }]);
  await broadcaster.subscribe(ada.userId, 0, late.listener);
  await announce(bob.userId, "b");
  await foreign.until(1);
  expect([...foreign.received, ...late.received].filter(({ resource }) => resource === "typing")).toEqual([]);
  const { rows } = await owner.query("select from announcements where resource = 'typing'");
  expect(rows).toEqual([]);
});
