import { expect, test } from "vitest";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { disableRowLevelSecurity } from "#platform/testing/disable-row-level-security.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { aTestServer } from "../factory.ts";
import { feeds, slices } from "../slices.ts";
import { ownedRecordOf } from "./owned-records/factory.ts";

// Of every kind of session, the event stream sends of a changed record what a request of the same session gets, and
// nothing where that is refused, even if the announcement reaches everybody.

const server = await aTestServer(slices.flatMap(({ jobs }) => jobs ?? []));
type Browser = Awaited<ReturnType<typeof server.aBrowser>>;
type HeaderFields = Record<string, string>;

const cookieOf = ({ headers }: Response) => headers.get("set-cookie")?.split(";")[0] ?? "";
async function personOf(browser: Browser): Promise<Person> {
  const actor = await server.services.auth.authenticate(new Headers({ cookie: browser.cookie }));
  if (!actor) throw new Error("The browser is not signed in");
  return server.as(actor);
}
const admin = await server.aBrowser("admin");
const moderator = await server.aBrowser("moderator");
const [own, colleague, former, other] = [
  await server.aBrowser(),
  await server.aBrowser(),
  await server.aBrowser(),
  await server.aBrowser(),
];
const [ada, bob, carol] = [await personOf(own), await personOf(colleague), await personOf(former)];
const everybody = (
  await server.owner.query<{ id: string }>("select id from users where email like 'ada.%'")
).rows.map(({ id }) => id);

async function keyOf(browser: Browser, fields: object): Promise<HeaderFields> {
  const made = await browser.post("apiKeys.create", { name: "Key", ...fields });
  return { authorization: `Bearer ${(await made.json()).key}` };
}
const full = { scopes: ["read", "write", "destroy"] };

async function impersonating(): Promise<HeaderFields> {
  const started = await admin.post("impersonation.start", { id: ada.userId, reason: "She asked why" });
  expect(started.status).toBe(200);
  return { cookie: cookieOf(started) };
}

/** A second sign-in of Ada, of which `change` alters the stored session. */
async function changedSession(change: string): Promise<HeaderFields> {
  const cookie = cookieOf(await own.again());
  await server.owner.query(
    `${change} where id = (select id from sessions where user_id = $1 order by created_at desc, id limit 1)`,
    [ada.userId],
  );
  return { cookie };
}

async function revokedKey(): Promise<HeaderFields> {
  const headers = await keyOf(own, full);
  await server.owner.query(
    "update api_keys set revoked_at = now() where id = (select id from api_keys order by created_at desc, id limit 1)",
  );
  return headers;
}

type Sends = "records" | "ids" | "nothing";
const KINDS: Record<string, { sends: Sends; headers(): Promise<HeaderFields> }> = {
  "the owner": { sends: "records", headers: async () => ({ cookie: own.cookie }) },
  "the owner in another browser": {
    sends: "records",
    headers: async () => ({ cookie: cookieOf(await own.again()) }),
  },
  "a colleague with whom it is shared": {
    sends: "records",
    headers: async () => ({ cookie: colleague.cookie }),
  },
  "a colleague with whom it was shared": {
    sends: "records",
    headers: async () => ({ cookie: former.cookie }),
  },
  "another person": { sends: "records", headers: async () => ({ cookie: other.cookie }) },
  "a moderator": { sends: "records", headers: async () => ({ cookie: moderator.cookie }) },
  "an administrator": { sends: "records", headers: async () => ({ cookie: admin.cookie }) },
  "an administrator in the owner's place": { sends: "ids", headers: impersonating },
  "a key of the owner": { sends: "ids", headers: () => keyOf(own, full) },
  "a key that may only read": { sends: "ids", headers: () => keyOf(own, { scopes: ["read"] }) },
  "a key for some areas": { sends: "nothing", headers: () => keyOf(own, { ...full, toolGroups: ["tasks"] }) },
  "a key of an agent": { sends: "ids", headers: () => keyOf(own, { ...full, isAgent: true }) },
  "a key that was revoked": { sends: "nothing", headers: revokedKey },
  "a session that has expired": {
    sends: "nothing",
    headers: () => changedSession("update sessions set expires_at = now() - interval '1 minute'"),
  },
  "a session that was ended": { sends: "nothing", headers: () => changedSession("delete from sessions") },
  "a cookie that was guessed": {
    sends: "nothing",
    headers: async () => ({ cookie: `${own.cookie.slice(0, -6)}guess0` }),
  },
  "a visitor": { sends: "nothing", headers: async () => ({}) },
};

const withRecords = [...feeds].flatMap(([resource, { records }]) =>
  records
    ? [{ resource, read: "many" in records ? records.many : records.one, isMany: "many" in records }]
    : [],
);

/** Lets Bob see the record where people share it; Carol's membership has ended. */
async function share(resource: string, id: string): Promise<void> {
  const inWorkspace = (workspace: string) =>
    server.owner.query(
      `insert into workspace_members (workspace_id, user_id, role, state)
       select ${workspace}, u.id, 'member', u.state
         from (values ($2::uuid, 'active'), ($3::uuid, 'removed')) u (id, state)`,
      [id, bob.userId, carol.userId],
    );
  const inConversation = (conversation: string) =>
    server.owner.query(
      `insert into conversation_participants (conversation_id, user_id, joined_at, left_at)
       select ${conversation}, u.id, '2020-01-01', u.left_at
         from (values ($2::uuid, null), ($3::uuid, now())) u (id, left_at)`,
      [id, bob.userId, carol.userId],
    );
  if (resource === "workspaces") await inWorkspace("$1::uuid");
  if (resource === "decisions")
    await inWorkspace("(select workspace_id from team_decisions where id = $1::uuid)");
  if (resource === "conversations") await inConversation("$1::uuid");
  if (resource === "messages")
    await inConversation("(select conversation_id from messages where id = $1::uuid)");
  if (resource === "documents")
    await server.owner.query(
      "insert into document_shares (document_id, user_id, person_id) values ($1, $2, $3)",
      [id, ada.userId, bob.userId],
    );
}

/** What a request of this session gets: the record, null where there is none, undefined where it is refused. */
async function requested(capability: AnyCapability, isMany: boolean, id: string, headers: HeaderFields) {
  const answer = await server.send(
    `/rpc/${capability.name}`,
    JSON.stringify(isMany ? { ids: [id], limit: 1 } : { id }),
    headers,
  );
  if (answer.status === 404) return null;
  if (answer.status !== 200) return undefined;
  const body = await answer.json();
  return isMany ? (body.items[0] ?? null) : body;
}

/** An open stream: `next` is the announcement of this record, null if the stream is refused. */
async function stream(headers: HeaderFields) {
  const abort = new AbortController();
  const answer = await fetch(`${server.address}/events`, { headers, signal: abort.signal });
  const reader = answer.ok ? answer.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  let text = "";
  const until = async (found: RegExp): Promise<string | null> => {
    for (let match = found.exec(text); ; match = found.exec(text)) {
      if (match) return match[1] ?? "";
      const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
      if (done) return null;
      text += value;
    }
  };
  await until(/event: ready/);
  return {
    next: async (resource: string, id: string) => {
      const line = await until(new RegExp(`data: (.*"resource":"${resource}","ids":\\["${id}"\\].*)\\n`));
      return line === null ? null : JSON.parse(line);
    },
    close: () => abort.abort(),
  };
}

const shown = new Map<string, Set<string>>();

async function compare(kind: string): Promise<void> {
  const { sends, headers: signIn } = KINDS[kind] ?? { sends: "nothing", headers: async () => ({}) };
  const headers = await signIn();
  for (const { resource, read, isMany } of withRecords) {
    const id = (await ownedRecordOf(resource)?.(ada, server, "get")) ?? "";
    await share(resource, id);
    const events = await stream(headers);
    await server.services.database.transaction(ada.userId, "write", (db) =>
      recordAnnouncements(db, [{ resource, ids: [id], audience: everybody }]),
    );
    const announced = await events.next(resource, id);
    events.close();
    if (sends === "nothing") {
      expect(announced, resource).toBeNull();
      continue;
    }
    const { records, gone } = announced;
    if (sends === "ids") {
      expect({ records, gone }, resource).toEqual({});
      continue;
    }
    const answer = await requested(read, isMany, id, headers);
    expect({ records, gone }, resource).toEqual(
      answer ? { records: [answer], gone: [] } : { records: [], gone: [id] },
    );
    if (answer) shown.set(kind, (shown.get(kind) ?? new Set()).add(resource));
  }
}

test.for(Object.keys(KINDS))("%s", compare);

test("what is compared exists: the owner has every record, a colleague the shared ones, others none", () => {
  const all = withRecords.map(({ resource }) => resource);
  expect([...(shown.get("the owner") ?? [])]).toEqual(all);
  expect([...(shown.get("a colleague with whom it is shared") ?? [])].toSorted()).toEqual(
    ["conversations", "decisions", "documents", "messages", "workspaces"].toSorted(),
  );
  for (const kind of ["a colleague with whom it was shared", "another person", "an administrator"])
    expect([...(shown.get(kind) ?? [])], kind).toEqual([]);
  expect(Object.keys(KINDS)).toHaveLength(17);
});

test("without row-level security every kind of person gets the same", async () => {
  await disableRowLevelSecurity(server.owner);
  for (const kind of Object.keys(KINDS).filter((each) => KINDS[each]?.sends === "records"))
    await compare(kind);
});
