import { afterAll, expect, test } from "vitest";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { latestAnnouncement, publishEphemeral, recordAnnouncements } from "./announcements.ts";
import { EventHub, type StreamedFact } from "./hub.ts";

const { aUser, connection, database, owner } = await testDatabase();
const hub = new EventHub({ database, connection: connection("app"), log: createLog("silent") });
await hub.start();
afterAll(() => hub.close());

const tell = (userId: string, id: string) =>
  database.transaction(userId, "write", (db) =>
    recordAnnouncements(db, [{ resource: "tasks", ids: [id], audience: [userId] }]),
  );

/** Collects what one stream receives; `until(n)` resolves after n announcements. */
function anEar() {
  const heard: StreamedFact[] = [];
  const resyncs: number[] = [];
  let check = () => {};
  return {
    heard,
    resyncs,
    listener: {
      hear: (facts: readonly StreamedFact[]) => {
        heard.push(...facts);
        check();
      },
      resync: (id: number) => {
        resyncs.push(id);
        check();
      },
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        check = () => heard.length + resyncs.length >= count && resolve();
        check();
      }),
  };
}

test("a committed fact reaches every stream of its person and nobody else's", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  const [first, second, foreign] = [anEar(), anEar(), anEar()];
  await hub.subscribe(ada.userId, null, first.listener);
  await hub.subscribe(ada.userId, null, second.listener);
  await hub.subscribe(bob.userId, null, foreign.listener);
  await tell(ada.userId, "a");
  await tell(bob.userId, "b");
  await Promise.all([first.until(1), second.until(1), foreign.until(1)]);
  expect(first.heard.map(({ ids }) => ids)).toEqual([["a"]]);
  expect(second.heard).toEqual(first.heard);
  expect(foreign.heard.map(({ ids }) => ids)).toEqual([["b"]]);
});

test("a rolled back fact is never heard", async () => {
  const ada = await aUser();
  const ear = anEar();
  await hub.subscribe(ada.userId, null, ear.listener);
  const failing = database.transaction(ada.userId, "write", async (db) => {
    await recordAnnouncements(db, [{ resource: "tasks", ids: ["lost"], audience: [ada.userId] }]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await tell(ada.userId, "kept");
  await ear.until(1);
  expect(ear.heard.map(({ ids }) => ids)).toEqual([["kept"]]);
});

test("a stream that comes back with its last id misses nothing", async () => {
  const ada = await aUser();
  const before = anEar();
  const leave = await hub.subscribe(ada.userId, null, before.listener);
  await tell(ada.userId, "1");
  await before.until(1);
  leave();
  await tell(ada.userId, "2");
  await tell(ada.userId, "3");
  const after = anEar();
  await hub.subscribe(ada.userId, before.heard[0]?.id ?? 0, after.listener);
  expect(after.heard.map(({ ids }) => ids[0])).toEqual(["2", "3"]);
});

test("a stream whose last id is no longer stored is told to refresh everything", async () => {
  const ada = await aUser();
  await tell(ada.userId, "1");
  await tell(ada.userId, "2");
  const { rows } = await owner.query("select id::int from announcements where user_id = $1 order by id", [
    ada.userId,
  ]);
  await owner.query("delete from announcements where id = $1", [rows[0].id]);
  const ear = anEar();
  await hub.subscribe(ada.userId, rows[0].id, ear.listener);
  expect(ear.resyncs).toEqual([rows[1].id]);
});

test("a hundred writes at once are all heard, ids in the order of their commits", async () => {
  const ada = await aUser();
  const ear = anEar();
  await hub.subscribe(ada.userId, null, ear.listener);
  await Promise.all(Array.from({ length: 100 }, (_, index) => tell(ada.userId, String(index))));
  await ear.until(100);
  const ids = ear.heard.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)));
  expect(new Set(ear.heard.map(({ ids: [name] }) => name)).size).toBe(100);
});

test("a fact that becomes true while the first stream of its person opens is heard", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  await tell(ada.userId, "known");
  const known = await database.transaction(ada.userId, "read", (db) => latestAnnouncement(db, ada.userId));
  const [adas, bobs] = [anEar(), anEar()];
  let isFirst = true;
  const transaction: typeof database.transaction = async (userId, mode, work) => {
    const answer = await database.transaction(userId, mode, work);
    if (userId !== ada.userId || !isFirst) return answer;
    isFirst = false;
    // The query's answer is delayed: by then its notification has arrived, and Bob's after it.
    await tell(ada.userId, "meanwhile");
    await tell(bob.userId, "after it");
    await bobs.until(1);
    return answer;
  };
  const slow = new EventHub({
    database: { ...database, transaction },
    connection: connection("app"),
    log: createLog("silent"),
  });
  await slow.start();
  await slow.subscribe(bob.userId, null, bobs.listener);
  await slow.subscribe(ada.userId, known, adas.listener);
  await adas.until(1);
  expect(adas.heard.map(({ ids }) => ids)).toEqual([["meanwhile"]]);
  await slow.close();
});

test("after the listening connection is lost, what was missed is heard", async () => {
  const ada = await aUser();
  const ear = anEar();
  await hub.subscribe(ada.userId, null, ear.listener);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'adjutant events' and datname = current_database()",
  );
  await tell(ada.userId, "during the cut");
  await ear.until(1);
  expect(ear.heard[0]?.ids).toEqual(["during the cut"]);
});

test("what a stream heard from another process, which was faster, is not told again", async () => {
  const ada = await aUser();
  const [here, comes, from] = [anEar(), anEar(), anEar()];
  await hub.subscribe(ada.userId, null, here.listener);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'adjutant events' and datname = current_database()",
  );
  await tell(ada.userId, "heard there");
  const { rows } = await owner.query("select max(id)::int as id from announcements where user_id = $1", [
    ada.userId,
  ]);
  await hub.subscribe(ada.userId, rows[0].id, comes.listener);
  await hub.subscribe(ada.userId, rows[0].id + 1000, from.listener);
  await tell(ada.userId, "new");
  await Promise.all([here.until(2), comes.until(1), from.until(2)]);
  expect(here.heard.map(({ ids }) => ids[0])).toEqual(["heard there", "new"]);
  expect(comes.heard.map(({ ids }) => ids[0])).toEqual(["new"]);
  // An id that nobody gave comes from before a backup was restored: everything is read again, and heard.
  expect(from.resyncs).toHaveLength(1);
  expect(from.heard.at(-1)?.ids).toEqual(["new"]);
});

test("a signal is heard by topic in every process, and everyone's streams can be told of it", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  const [adas, bobs] = [anEar(), anEar()];
  await hub.subscribe(ada.userId, null, adas.listener);
  await hub.subscribe(bob.userId, null, bobs.listener);
  const stop = hub.onSignal("weather", () => hub.broadcast("weather"));
  await database.pool.query("select pg_notify('adjutant_signals', 'news')");
  await database.pool.query("select pg_notify('adjutant_signals', 'weather')");
  await Promise.all([adas.until(1), bobs.until(1)]);
  stop();
  expect([adas, bobs].map(({ heard }) => heard.map(({ resource }) => resource))).toEqual([
    ["weather"],
    ["weather"],
  ]);
});

test("what is said in passing is heard by those it is for, and by nobody who comes later", async () => {
  const [ada, bob] = [await aUser(), await aUser()];
  const [hears, foreign, late] = [anEar(), anEar(), anEar()];
  await hub.subscribe(ada.userId, null, hears.listener);
  await hub.subscribe(bob.userId, null, foreign.listener);
  await database.transaction(bob.userId, "read", (db) =>
    publishEphemeral(db, { resource: "typing", ids: ["c", bob.userId], audience: [ada.userId] }),
  );
  await hears.until(1);
  expect(hears.heard).toEqual([{ id: null, resource: "typing", ids: ["c", bob.userId] }]);
  await hub.subscribe(ada.userId, 0, late.listener);
  await tell(bob.userId, "b");
  await foreign.until(1);
  expect([...foreign.heard, ...late.heard].filter(({ resource }) => resource === "typing")).toEqual([]);
  const { rows } = await owner.query("select from announcements where resource = 'typing'");
  expect(rows).toEqual([]);
});
