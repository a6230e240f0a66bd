import { expect, test } from "vitest";
import type { Actor } from "#platform/capability/actor.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { changesReader } from "#platform/events/changed-records.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { aTestServer } from "../factory.ts";
import { feeds, registry, slices } from "../slices.ts";
import { ownedRecordOf } from "./owned-records/factory.ts";

// What the event stream sends of a changed record is what a request would answer: to its owner the record, to others that
// it is not there; to programs and impersonating administrators, whose rights differ, only its id.

const server = await aTestServer(slices.flatMap(({ jobs }) => jobs ?? []));
const changed = changesReader(server.services, feeds);
const ada = server.as(await server.aUser({ fullName: "Ada", email: "ada@lattice.test" }));
const bob = server.as(await server.aUser({ fullName: "Bob", email: "bob@lattice.test" }));

const read = (person: Actor, resource: string, ids: string[]) => {
  const fact = { id: 1, resource, ids };
  return changed.read(person, fact, fact);
};
async function readAs(person: Actor, resource: string, id: string) {
  const { figures: _, ...records } = await read(person, resource, [id]);
  return records;
}
const withRecords = [...feeds].flatMap(([resource, { records }]) => (records ? [resource] : []));

async function requested(person: Person, resource: string, id: string): Promise<unknown> {
  const feed = feeds.get(resource)?.records;
  if (feed && "many" in feed) {
    const { items } = (await person.invoke(feed.many, { ids: [id] })) as { items: unknown[] };
    return items[0];
  }
  return person.invoke(feed?.one, { id });
}

test.for(withRecords)("%s: the owner gets what a request gets, another person nothing", async (resource) => {
  const id = (await ownedRecordOf(resource)?.(ada, server, "get")) ?? "";
  const record = await requested(ada, resource, id);
  expect(record).toMatchObject({ id });
  expect(await readAs(ada, resource, id)).toEqual({ records: [record], gone: [] });
  expect(await readAs(bob, resource, id)).toEqual({ records: [], gone: [id] });
});

test("many records, a damaged id and a resource without a feed are left to the pages", async () => {
  const ids = Array.from({ length: 21 }, () => crypto.randomUUID());
  expect(await read(ada, "projects", ids)).toEqual({});
  expect(await readAs(ada, "projects", "no id")).toEqual({});
  expect(await readAs(ada, "presence", ids[0] ?? "")).toEqual({});
  expect([...feeds.keys()].filter((resource) => !registry.has(`${resource}.list`))).toEqual([]);
});

test.for(
  [...feeds].flatMap(([resource, { figures }]) => figures.map(({ name }) => [resource, name] as const)),
)(
  "%s: the figure %s is what a request of the same person gets, also if many records changed",
  async ([resource, name]) => {
    for (const person of [ada, bob]) {
      const requested = await person.invoke(registry.get(name), {});
      const ids = Array.from({ length: 21 }, () => crypto.randomUUID());
      expect((await read(person, resource, ids)).figures?.[name]).toEqual(requested);
    }
  },
);

/** What a stream with these headers gets of a task that its person has just changed. */
async function announcedTask(
  owner: Awaited<ReturnType<typeof server.aBrowser>>,
  headers: Record<string, string>,
) {
  const { id } = (await (await owner.post("tasks.create", { title: "Call Anna" })).json()) as { id: string };
  const abort = new AbortController();
  const stream = await fetch(`${server.address}/events`, { headers, signal: abort.signal });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (found: RegExp) => {
    while (!found.test(text)) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
      if (done) return;
      text += value;
    }
  };
  await until(/event: ready/);
  await owner.post("tasks.update", { id, version: 1, title: "Call Berta" });
  const line = new RegExp(`data: (.*"resource":"tasks","ids":\\["${id}"\\].*)\\n`);
  await until(line);
  abort.abort();
  return JSON.parse(line.exec(text)?.[1] ?? "{}") as { ids?: string[]; records?: { title: string }[] };
}

test("a person's own session gets the record", async () => {
  const browser = await server.aBrowser();
  const { records } = await announcedTask(browser, { cookie: browser.cookie });
  expect(records).toMatchObject([{ title: "Call Berta" }]);
});

test("a key and an impersonating administrator get the id only", async () => {
  const browser = await server.aBrowser();
  const byKey = await announcedTask(browser, { authorization: `Bearer ${await browser.key()}` });
  expect(byKey.ids).toHaveLength(1);
  expect(byKey.records).toBeUndefined();
  const admin = await server.aBrowser("admin");
  const { user } = (await (await browser.post("session.current", {})).json()) as { user: { id: string } };
  const started = await admin.post("impersonation.start", { id: user.id, reason: "She asked why" });
  expect(started.status).toBe(200);
  const cookie = started.headers.get("set-cookie")?.split(";")[0] ?? admin.cookie;
  const asAdmin = await announcedTask(browser, { cookie });
  expect(asAdmin.ids).toHaveLength(1);
  expect(asAdmin.records).toBeUndefined();
});

test("a session that has ended gets nothing more, not even what was announced before its stream noticed", async () => {
  const browser = await server.aBrowser();
  const stream = await browser.events();
  const { user } = (await (await browser.post("session.current", {})).json()) as { user: { id: string } };
  const { id } = (await (await browser.post("tasks.create", { title: "Call Anna" })).json()) as {
    id: string;
  };
  await stream.until((text) => text.includes("Call Anna"));
  await server.owner.query("delete from sessions where user_id = $1", [user.id]);
  await server.owner.query("update tasks set title = 'Secret' where id = $1", [id]);
  await server.services.database.transaction(user.id, "write", (db) =>
    recordAnnouncements(db, [{ resource: "tasks", ids: [id], audience: [user.id] }]),
  );
  expect(await stream.ended).not.toContain("Secret");
});

test("without row-level security another person gets nothing either", async () => {
  await disableRowLevelSecurity(server.owner);
  for (const resource of withRecords) {
    const id = (await ownedRecordOf(resource)?.(ada, server, "get")) ?? "";
    expect(await readAs(bob, resource, id), resource).toEqual({ records: [], gone: [id] });
  }
});
