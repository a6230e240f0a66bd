import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { apiKeys } from "#features/settings/api-keys.ts";
import type { Context } from "#platform/capability/context.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { OutsideTrace } from "#platform/capability/outside-trace.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { agentTools } from "#platform/mcp/tools/agent-tools.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { approvals } from "../assistant/approvals.ts";
import type { ApprovalOnWire } from "../assistant/model.ts";
import { registry } from "../slices.ts";

// An approval runs no capability that waits on the network inside its transaction, and runs each once.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const app = await testDatabase(async (database) => ({ auth: testAuth(database).auth, jobs }));
const { aUser, as, owner } = app;

const FEED = `<rss version="2.0"><channel><title>Harbour news</title>
  <item><title>Low tide</title><link>https://harbour.example/1</link></item></channel></rss>`;
let whileAsked: () => Promise<void> = async () => undefined;
let visits = 0;
let isLate = true;
const server = createServer((request, answer) => {
  visits += 1;
  const isThere = request.url === "/feed" || (request.url === "/late" && !isLate);
  void whileAsked().then(() => answer.writeHead(isThere ? 200 : 404).end(FEED));
}).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
afterAll(() => void server.close());
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const waiting = [...registry.values()].filter(({ definition }) => definition.ownTransactions);

async function adaAndAgent(): Promise<{ ada: Person; agent: Person }> {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  const key = { name: "Desk agent", scopes: ["read", "write", "destroy"], isAgent: true };
  const { id: credentialId } = (await ada.invoke(apiKeys.create, key)) as { id: string };
  return { ada, agent: as({ ...ada, via: "api_key", credentialId, isAgent: true, skipsApproval: false }) };
}

async function requested(ada: Person, agent: Person, capability: AnyCapability, input: unknown) {
  await expect(agent.invoke(capability, input)).rejects.toMatchObject({ code: "approval_needed" });
  const list = (await ada.invoke(approvals.list)) as { waiting: ApprovalOnWire[] };
  const [request] = list.waiting;
  if (!request) throw new Error("Nothing waits");
  const { id, inputHash } = request;
  return {
    id,
    approve: (options = {}) => ada.invoke(approvals.approve, { id, inputHash }, options),
    retry: () => ada.invoke(approvals.retry, { id, inputHash }),
    outcome: () => agent.invoke(approvals.get, { id }),
  };
}

function named(name: string): AnyCapability {
  const capability = registry.get(name);
  if (!capability) throw new Error(`There is no ${name}`);
  return capability;
}
const addsFeed = named("newsFeeds.create");

test("no capability that uses the network runs inside a transaction", async () => {
  expect(waiting.length).toBeGreaterThan(40);
  const ada = as(await aUser());
  for (const capability of waiting) {
    const input = sampleInput(jsonSchema(capability.definition.input));
    const refused = await ada
      .run((context) => capability(context, input))
      .catch((error: unknown) => String(error));
    expect([capability.name, refused]).toEqual([
      capability.name,
      expect.stringContaining("never inside a transaction"),
    ]);
  }
});

test("a capability that does not declare network use cannot reach the network", async () => {
  await as(await aUser()).run(async (context) => {
    for (const part of ["mail", "outbound", "services"] as const)
      expect(() => context[part]).toThrow("needs ownTransactions");
  });
});

test("every approvable action that uses the network runs outside of transactions", async () => {
  const capabilities = [...agentTools(registry).values()]
    .map(({ capability }) => capability)
    .filter(({ definition: { effect, ownTransactions } }) => effect !== "read" && ownTransactions);
  const asked: string[] = [];
  for (const capability of capabilities) {
    const { ada, agent } = await adaAndAgent();
    const input = sampleInput(jsonSchema(capability.definition.input));
    const refused = (await agent.invoke(capability, input).catch((error: unknown) => error)) as {
      code?: string;
    };
    if (refused?.code !== "approval_needed") continue;
    asked.push(capability.name);
    const { approve, outcome } = await requested(ada, agent, capability, input);
    const error = await approve().catch((thrown: unknown) => String(thrown));
    expect([capability.name, String(error)]).not.toEqual([
      capability.name,
      expect.stringContaining("transaction"),
    ]);
    expect(await outcome()).toMatchObject({ state: expect.stringMatching(/^(done|failed)$/) });
  }
  expect(asked).toEqual(expect.arrayContaining(["integrations.disconnect", "newsFeeds.create"]));
});

test("during the network call the request is claimed, no transaction is open, and nobody runs it again", async () => {
  const { ada, agent } = await adaAndAgent();
  const { id, approve, outcome } = await requested(ada, agent, addsFeed, { url: `${address}/feed` });
  const seen: unknown[] = [];
  whileAsked = async () => {
    const { rows } = await owner.query(
      `select (select state from agent_requests where id = $1) as state, count(*)::int as open
         from pg_stat_activity where datname = current_database() and usename = 'adjutant_app' and xact_start is not null`,
      [id],
    );
    const again = await approve().catch((error: { code: string }) => error.code);
    seen.push(...rows, again, await outcome());
  };
  visits = 0;
  await approve();
  whileAsked = async () => undefined;
  const running = expect.objectContaining({ state: "running", answer: null });
  expect(seen).toEqual([{ state: "running", open: 0 }, "conflict", running]);
  expect(visits).toBe(1);
  expect(await outcome()).toMatchObject({ state: "done", answer: { title: "Harbour news" } });
  const { rows } = await owner.query(
    `select (select count(*)::int from news_feeds where user_id = $1 and provenance = 'agent') as feeds,
            (select count(*)::int from audit_log where user_id = $1 and outcome = 'done'
               and capability in ('newsFeeds.create', 'approvals.approve')) as audited`,
    [ada.userId],
  );
  expect(rows).toEqual([{ feeds: 1, audited: 2 }]);
});

/** What the person has to decide, and how each failed. */
const failures = async (ada: Person) =>
  ((await ada.invoke(approvals.list)) as { waiting: ApprovalOnWire[] }).waiting.map(
    ({ id, state, failure }) => ({ id, state, failure }),
  );

test("approving twice, also with one key, gives the same answer and runs once", async () => {
  const { ada, agent } = await adaAndAgent();
  const { id, approve, retry } = await requested(ada, agent, addsFeed, { url: `${address}/feed` });
  visits = 0;
  const key = { idempotencyKey: crypto.randomUUID() };
  for (const options of [key, key, {}]) expect(await approve(options)).toEqual({ id });
  expect(await retry()).toEqual({ id });
  expect(visits).toBe(1);
});

test("a failure before any effect is retried from the same approval; approving again only shows the reason", async () => {
  const { ada, agent } = await adaAndAgent();
  const { id, approve, retry, outcome } = await requested(ada, agent, addsFeed, { url: `${address}/late` });
  const failure = "The server responded with status 404";
  const refused = expect.objectContaining({ message: failure });
  visits = 0;
  await expect(approve()).rejects.toEqual(refused);
  await expect(approve()).rejects.toEqual(refused);
  expect(visits).toBe(1);
  expect(await outcome()).toMatchObject({ state: "failed", answer: { error: failure, nothingDone: true } });
  expect(await failures(ada)).toEqual([{ id, state: "failed", failure }]);
  await expect(retry()).rejects.toEqual(refused);
  isLate = false;
  expect(await retry()).toEqual({ id });
  expect([await retry(), await approve(), visits]).toEqual([{ id }, { id }, 3]);
  expect(await outcome()).toMatchObject({ state: "done", answer: { title: "Harbour news" } });
  expect(await failures(ada)).toEqual([]);
});

test("a failed request that waits can be dismissed, and ends with its expiry and its agent", async () => {
  const { ada, agent } = await adaAndAgent();
  const failed = async (path: string) => {
    const request = await requested(ada, agent, addsFeed, { url: `${address}/${path}` });
    await expect(request.approve()).rejects.toMatchObject({ name: "AppError" });
    return request;
  };
  const [dismissed, expired, orphan] = [await failed("one"), await failed("two"), await failed("three")];
  await ada.invoke(approvals.dismiss, { id: dismissed.id });
  await owner.query("update agent_requests set expires_at = now() - interval '1 second' where id = $1", [
    expired.id,
  ]);
  await owner.query("update api_keys set revoked_at = now() where user_id = $1", [ada.userId]);
  visits = 0;
  for (const { retry } of [dismissed, expired, orphan])
    await expect(retry()).rejects.toMatchObject({ code: "conflict" });
  expect(visits).toBe(0);
});

test("an action that may have been done is never retried: a connection for writing leaves its outcome unknown", async () => {
  const { ada } = await adaAndAgent();
  const attempts: Record<string, (context: Context) => Promise<unknown>> = {
    "a name that is not found": ({ outbound }) => outbound.connect("nowhere.invalid", 443),
    "a port where nobody listens": ({ outbound }) => outbound.connect("127.0.0.1", 1),
    "a page that is read": ({ outbound }) => requestWeb(outbound, { url: `${address}/missing` }),
    "a form that is sent": ({ outbound }) => requestWeb(outbound, { url: `${address}/x`, method: "POST" }),
    "a socket of any kind": async ({ outbound }) =>
      (await outbound.connect("127.0.0.1", Number(new URL(address).port))).destroy(),
    "a mailbox that is opened": ({ mail }) =>
      mail.openImap({ host: "127.0.0.1", port: 1, security: "none", username: "a", password: "b" } as never),
    "a job": (context) => context.enqueue({ name: "any" } as never, {}),
  };
  const found: Record<string, boolean> = {};
  for (const [name, act] of Object.entries(attempts)) {
    const trace = new OutsideTrace();
    const context = contextFor(app.services, null, ada, crypto.randomUUID());
    // Most of them fail here; the test checks only what they contacted.
    await act(trace.of(context)).catch(() => undefined);
    found[name] = trace.hasOutsideEffect;
  }
  expect(found).toEqual({
    "a name that is not found": false,
    "a port where nobody listens": false,
    "a page that is read": false,
    "a form that is sent": true,
    "a socket of any kind": true,
    "a mailbox that is opened": true,
    "a job": true,
  });
});

test("a failure with unknown outcome, or one cut off by a crash, is never run a second time", async () => {
  const { ada, agent } = await adaAndAgent();
  const [unknown, cut] = [
    await requested(ada, agent, addsFeed, { url: `${address}/feed` }),
    await requested(ada, agent, addsFeed, { url: `${address}/feed?2` }),
  ];
  await owner.query("update agent_requests set state = 'failed', answer = $2 where id = $1", [
    unknown.id,
    JSON.stringify({ error: "The server hung up", code: "upstream", nothingDone: false }),
  ]);
  await owner.query(
    "update agent_requests set state = 'running', decided_at = now() - interval '11 min' where id = $1",
    [cut.id],
  );
  visits = 0;
  for (const { approve, retry } of [unknown, cut])
    for (const act of [approve, retry]) await expect(act()).rejects.toMatchObject({ code: "conflict" });
  expect(await cut.outcome()).toMatchObject({ state: "interrupted" });
  expect(await failures(ada)).toEqual([]);
  expect(visits).toBe(0);
});
