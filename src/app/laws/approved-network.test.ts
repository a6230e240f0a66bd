import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { apiKeys } from "#features/settings/api-keys.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { agentTools } from "#platform/mcp/mcp.ts";
import { sampleInput } from "#platform/testing/sample-input.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { approvals } from "../assistant/approvals.ts";
import type { ApprovalOnWire } from "../assistant/model.ts";
import { registry } from "../slices.ts";

// Issue 20.5: an approval runs no capability that waits on the network inside its transaction, and runs each once.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const house = await testDatabase(async (database) => ({ auth: testAuth(database).auth, jobs }));
const { aUser, as, owner } = house;

const FEED = `<rss version="2.0"><channel><title>Harbour news</title>
  <item><title>Low tide</title><link>https://harbour.example/1</link></item></channel></rss>`;
let whileAsked: () => Promise<void> = async () => undefined;
let visits = 0;
const server = createServer((request, answer) => {
  visits += 1;
  void whileAsked().then(() => answer.writeHead(request.url === "/feed" ? 200 : 404).end(FEED));
}).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
afterAll(() => void server.close());
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const waiting = [...registry.values()].filter(({ definition }) => definition.ownTransactions);

async function adaAndAgent(): Promise<{ ada: Person; agent: Person }> {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  const key = { name: "Desk agent", scopes: ["read", "write", "destroy"], isAgent: true };
  const { id: credentialId } = (await ada.invoke(apiKeys.create, key)) as { id: string };
  return { ada, agent: as({ ...ada, via: "api_key", credentialId, isAgent: true, actsAlone: false }) };
}

async function requested(ada: Person, agent: Person, capability: AnyCapability, input: unknown) {
  await expect(agent.invoke(capability, input)).rejects.toMatchObject({ code: "approval_needed" });
  const list = (await ada.invoke(approvals.list)) as { waiting: ApprovalOnWire[] };
  const [request] = list.waiting;
  if (!request) throw new Error("Nothing waits");
  const { id, inputHash } = request;
  return {
    id,
    approve: () => ada.invoke(approvals.approve, { id, inputHash }),
    outcome: () => agent.invoke(approvals.get, { id }),
  };
}

function named(name: string): AnyCapability {
  const capability = registry.get(name);
  if (!capability) throw new Error(`There is no ${name}`);
  return capability;
}
const addsFeed = named("newsFeeds.create");

test("no capability that waits on the network runs inside anybody's transaction", async () => {
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

test("what does not say that it waits cannot reach the network", async () => {
  await as(await aUser()).run(async (context) => {
    for (const part of ["mail", "outbound"] as const)
      expect(() => context[part]).toThrow("needs ownTransactions");
  });
});

test("every act that an approval may run and that waits on the network waits outside of transactions", async () => {
  const acts = [...agentTools(registry).values()]
    .map(({ capability }) => capability)
    .filter(({ definition: { effect, ownTransactions } }) => effect !== "read" && ownTransactions);
  const asked: string[] = [];
  for (const capability of acts) {
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

test("while the network is asked the request is claimed, no transaction is open, and nobody does it again", async () => {
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

test("what fails says so to the person and the agent; what a crash cut off is never done a second time", async () => {
  const { ada, agent } = await adaAndAgent();
  const failing = await requested(ada, agent, addsFeed, { url: `${address}/missing` });
  await expect(failing.approve()).rejects.toMatchObject({ message: "The server responded with status 404" });
  expect(await failing.outcome()).toMatchObject({
    state: "failed",
    answer: { error: "The server responded with status 404" },
  });
  const cut = await requested(ada, agent, addsFeed, { url: `${address}/feed` });
  await owner.query(
    "update agent_requests set state = 'running', decided_at = now() - interval '11 min' where id = $1",
    [cut.id],
  );
  visits = 0;
  await expect(cut.approve()).rejects.toMatchObject({ code: "conflict" });
  expect(await cut.outcome()).toMatchObject({ state: "interrupted" });
  expect(visits).toBe(0);
});
