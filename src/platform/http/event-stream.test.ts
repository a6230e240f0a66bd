import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import type { Actor } from "#platform/capability/actor.ts";
import { latestAnnouncement, recordAnnouncements } from "#platform/events/announcements.ts";
import type { ChangesReader } from "#platform/events/changed-records.ts";
import { EventBroadcaster } from "#platform/events/event-broadcaster.ts";
import { createLog } from "#platform/log/log.ts";
import { PresenceTracker } from "#platform/presence/presence-tracker.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Edge } from "./edge.ts";
import { errorResponse } from "./error-response.ts";
import { mountEventStream } from "./event-stream.ts";

const { aUser, connection, database } = await testDatabase();
const log = createLog("silent");
const broadcaster = new EventBroadcaster({ database, connection: connection("app"), log });
await broadcaster.start();
const presence = new PresenceTracker({ database, log });
await presence.start();
afterAll(() => Promise.all([broadcaster.close(), presence.close()]));

test("§6: a client that does not read is disconnected at a thousand queued messages", async () => {
  const ada = await aUser();
  const stalled = streamsOf(ada);
  const { body } = await stalled.open();
  let receivedCount = 0;
  let onReceived = () => {};
  await broadcaster.subscribe(ada.userId, null, {
    resync: () => {},
    receive: (facts) => {
      receivedCount += facts.filter(({ resource }) => resource === "tasks").length;
      onReceived();
    },
  });
  for (const batch of [1, 2, 3]) {
    const all = Promise.withResolvers<void>();
    onReceived = () => receivedCount === batch * 400 && all.resolve();
    await announce(ada.userId, 400);
    await all.promise;
  }
  expect((await linesOf(body)).filter((line) => line.startsWith("id: ")).length).toBeLessThan(1000);
});

test("a stream ends with its session, also without an announcement, and when the session cannot be checked", async () => {
  const ada = await aUser();
  for (const stillSignedIn of [async () => null, () => Promise.reject(new Error("The database is down"))]) {
    const { body } = await streamsOf(ada, { stillSignedIn, recheckMs: 10 }).open();
    expect(await linesOf(body)).toContain("event: ready");
  }
  const failing = streamsOf(ada, { stillSignedIn: () => Promise.reject(new Error("The database is down")) });
  const { body } = await failing.open();
  const listening = body?.getReader();
  const { value } = (await listening?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain("event: ready");
  await announce(ada.userId, 1, "sessions");
  while (!(await listening?.read())?.done);
});

test("a stream starts after the announcement that its page knows, or before the first", async () => {
  const ada = await aUser();
  await announce(ada.userId, 1, "tasks");
  const known = await database.transaction(ada.userId, "read", (db) => latestAnnouncement(db, ada.userId));
  await announce(ada.userId, 1, "events");
  const resourcesAfter = async (after: string, headers = {}) => {
    const stream = streamsOf(ada);
    const { body } = await stream.open("GET", `/events?after=${after}`, headers);
    stream.closeAll();
    const resources = (await linesOf(body)).flatMap((line) => /"resource":"(\w+)"/.exec(line)?.[1] ?? []);
    // The subscriber's own presence announcement may arrive before or after this test's request.
    return resources.filter((resource) => resource !== "presence");
  };
  expect(await resourcesAfter(String(known))).toEqual(["events"]);
  expect(await resourcesAfter("0")).toEqual(["tasks", "events"]);
  expect(await resourcesAfter("0", { "last-event-id": String(known) })).toEqual(["events"]);
  for (const invalid of ["", "-1", "1e99", "now"]) expect(await resourcesAfter(invalid)).toEqual([]);
});

test("HEAD opens no stream, because nobody would close it", async () => {
  const { status } = await streamsOf(await aUser()).open("HEAD");
  expect(status).toBe(405);
});

test("a person has at most a hundred streams, whatever others have, and closing one frees its place", async () => {
  const [own, other] = [await aUser(), await aUser()];
  let actor = other;
  const ada = streamsOf(own, { current: () => actor });
  for (const opened of await Promise.all([ada.open(), ada.open()])) expect(opened.status).toBe(200);
  actor = own;
  const streams = await Promise.all(Array.from({ length: 100 }, () => ada.open()));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect((await ada.open()).status).toBe(429);
  await streams[0]?.body?.cancel();
  await expect.poll(async () => (await ada.open()).status).toBe(200);
  ada.closeAll();
});

test("the tabs of one browser share the check of their session for an announcement, other browsers have their own", async () => {
  const ada = await aUser();
  const checked: (string | null)[] = [];
  // Not the presence of the person, which may be announced too.
  const changed = {
    covers: (resource: string) => resource === "tasks",
    read: async () => ({ records: [{ id: "a" }] }),
  };
  const stillSignedIn = async (headers?: Headers) => {
    checked.push(headers?.get("cookie") ?? null);
    return ada;
  };
  const tabs = streamsOf(ada, { stillSignedIn, changed });
  const open = await Promise.all(
    ["one", "one", "one", "two"].map((cookie) => tabs.open("GET", "/events", { cookie })),
  );
  const readers = open.flatMap(({ body }) => body?.pipeThrough(new TextDecoderStream()).getReader() ?? []);
  // A stream that is not ready yet may begin after the announcement, which it then never gets.
  await Promise.all(readers.map((reader) => untilRead(reader, /event: ready/)));
  for (const count of [1, 2]) {
    await announce(ada.userId, 1);
    await Promise.all(readers.map((reader) => untilRead(reader, /"records":\[\{"id":"a"\}\]/)));
    const checksOf = (browser: string) => checked.filter((each) => each === browser).length;
    expect(checksOf("one"), `after ${count}`).toBeGreaterThanOrEqual(count);
    await expect.poll(() => checksOf("two") - checksOf("one"), { timeout: 15_000 }).toBe(0);
  }
  tabs.closeAll();
});

async function untilRead(reader: ReadableStreamDefaultReader<string>, found: RegExp): Promise<void> {
  for (let text = ""; !found.test(text); ) {
    const { done, value = "" } = await reader.read();
    if (done) throw new Error(`The stream ended: ${text}`);
    text += value;
  }
}

/** The event streams of one person on a test server. */
function streamsOf(
  actor: Actor,
  {
    stillSignedIn = async (_headers?: Headers): Promise<Actor | null> => actor,
    recheckMs = 60_000,
    changed = undefined as ChangesReader | undefined,
    /** Who makes the next request. */
    current = () => actor,
  } = {},
) {
  const app = new Hono<Edge>();
  app.onError((error) => errorResponse(error, "test", log));
  app.use((context, next) => {
    context.set("actor", current());
    return next();
  });
  const { closeAll } = mountEventStream(app, {
    broadcaster,
    presence,
    log,
    stillSignedIn,
    recheckMs,
    ...(changed && { changed }),
  });
  return {
    closeAll,
    open: (method = "GET", path = "/events", headers = {}) => app.request(path, { method, headers }),
  };
}

const announce = (userId: string, count: number, resource = "tasks") =>
  database.transaction(userId, "write", (db) =>
    recordAnnouncements(
      db,
      Array.from({ length: count }, () => ({ resource, ids: ["a"], audience: [userId] })),
    ),
  );

/** All lines until the stream ends. */
async function linesOf(body: ReadableStream<Uint8Array> | null): Promise<string[]> {
  return body ? (await new Response(body).text()).split("\n") : [];
}
