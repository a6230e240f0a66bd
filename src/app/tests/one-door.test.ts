import { afterAll, beforeEach, expect, test } from "vitest";
import { voiceCommands } from "#features/daily-ops/voice-commands.ts";
import type { VoiceCommandOnWire } from "#features/daily-ops/voice-model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { modelStandIn } from "#platform/testing/stand-ins/model-stand-in.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { approvals } from "../assistant/approvals.ts";
import { assistant } from "../assistant/assistant.ts";
import { chats } from "../assistant/chats.ts";
import type { ChatMessageOnWire } from "../assistant/model.ts";
import { settings } from "../assistant/settings.ts";
import { aTestServer } from "../factory.ts";
import { aClient, aKey } from "./mcp/agents.factory.ts";

// Issue 26, 4: one door. Pages, REST, the stream and MCP give the same answer with the same marks and proposals.

const model = await modelStandIn("sk-test");
const server = await aTestServer();
afterAll(model.close);
const { address, origin, owner, services } = server;
const { systemSettings } = services;
await systemSettings.save(await server.aUser({ roles: ["admin"] }), {
  version: systemSettings.current.version,
  fields: { modelProvider: "compatible", modelUrl: model.url, modelName: "tiny" },
  secrets: { modelApiKey: "sk-test" },
});

type Exchange = { chatId: string; answer: ChatMessageOnWire };
type Headers = Record<string, string>;

let ada: Person;
let boat: string;
beforeEach(async () => {
  ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
  boat = ((await ada.invoke(tasks.create, { title: "Sell the boat" })) as { id: string }).id;
  model.asked.length = 0;
});

const SENTENCE = "ponder what presses on me and rid me of the boat";

/** Reads, proposes a deletion, and says one thing that nothing supports. */
function planRun() {
  const turns = [
    { calls: [{ name: "tasks_list", input: {} }] },
    {
      calls: [
        { name: "find_tools", input: { words: "delete task" } },
        { name: "tasks_delete", input: { id: boat } },
      ],
    },
  ];
  const text = "The boat [1] waits for your approval. Bob Carter would pay 45,000 euros.";
  model.behaviour.plan = () => turns.shift() ?? { text };
}

const doors: Record<string, (input: { text: string }) => Promise<Exchange>> = {
  page: async (input) => (await ada.invoke(assistant.ask, input)) as Exchange,
  REST: async (input) =>
    restAnswer(await aKey(ada), input).then((answer) => answer.json() as Promise<Exchange>),
  stream: async (input) => endOf(await stream(await aKey(ada), input).then((answer) => answer.text())),
  MCP: async (input) => {
    const client = await aClient(origin, await aKey(ada), "?areas=assistant");
    const { structuredContent } = await client.callTool({ name: "assistant_ask", arguments: input });
    return structuredContent as Exchange;
  },
};

const post = (path: string, headers: Headers, input: object) =>
  fetch(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(input) });
const restAnswer = (headers: Headers, input: object) => post("/api/v1/assistant/ask", headers, input);
const stream = (headers: Headers, input: object) =>
  post("/files/assistant/ask", { ...headers, "x-adjutant-upload": "1" }, input);
const endOf = (text: string): Exchange => {
  const [, data = ""] = /event: end\ndata: (.*)/.exec(text) ?? [];
  return JSON.parse(data) as Exchange;
};

/** What must not differ: everything but ids, times and the hash of the arguments. */
const essence = ({ answer }: Exchange) => {
  const { content, marks, engine, isTainted, toolCalls, cards, proposals } = answer;
  return {
    ...{ content, marks, engine, isTainted },
    toolCalls: toolCalls.map(({ capability, outcome }) => [capability, outcome]),
    cards: cards.map(({ kind, title, cite }) => [kind, title, cite]),
    proposals: proposals.map(({ capability, state, summary }) => [capability, state, summary]),
  };
};

test("the same sentence has the same answer, marks and proposals through every door, and is recorded alike", async () => {
  const found: unknown[] = [];
  for (const [door, ask] of Object.entries(doors)) {
    planRun();
    const exchange = await ask({ text: SENTENCE });
    found.push([door, essence(exchange)]);
  }
  const [first] = found as [[string, ReturnType<typeof essence>]];
  expect(first[1]).toMatchObject({
    engine: "tiny",
    proposals: [["tasks.delete", "waiting", expect.stringContaining("Sell the boat")]],
    marks: [{ kind: "name" }, { kind: "figure" }],
  });
  expect(found).toEqual(Object.keys(doors).map((door) => [door, first[1]]));
  const { rows } = await owner.query(
    `select (select count(*)::int from audit_log where user_id = $1 and capability = 'assistant.ask') as audited,
            (select count(*)::int from tasks where user_id = $1 and deleted_at is null) as tasks`,
    [ada.userId],
  );
  expect(rows).toEqual([{ audited: 4, tasks: 1 }]);
});

test("what is understood without a model, and who wants none, is answered alike without asking it", async () => {
  for (const [door, ask] of Object.entries(doors)) {
    const { answer } = await ask({ text: "what are my tasks" });
    expect([door, answer.engine, answer.cards.map(({ title }) => title)]).toEqual([
      door,
      null,
      ["Sell the boat"],
    ]);
  }
  await ada.invoke(settings.save, { modelUse: "never" });
  const found: unknown[] = [];
  for (const ask of Object.values(doors)) found.push(essence(await ask({ text: SENTENCE })));
  expect(found).toEqual(found.map(() => found[0]));
  expect(model.asked).toEqual([]);
});

test("a spoken command that a model reads has the same answer, and says in words what a page underlines", async () => {
  planRun();
  const page = await (doors.page?.({ text: SENTENCE }) as Promise<Exchange>);
  planRun();
  const spoken = (await ada.invoke(voiceCommands.run, { text: SENTENCE })) as VoiceCommandOnWire;
  expect(spoken).toMatchObject({
    success: true,
    response:
      "The boat waits for your approval. Bob Carter would pay 45,000 euros. Not found in what was read: 'Bob Carter', '45,000 euros'. One step waits for your approval in AI Assistant.",
    canUndo: false,
  });
  const id = new URL(spoken.href ?? "", origin).searchParams.get("chat");
  const { items } = (await ada.invoke(chats.messages, { id })) as { items: ChatMessageOnWire[] };
  const answer = items.find(({ role }) => role === "assistant");
  expect(answer && essence({ chatId: id ?? "", answer })).toEqual(essence(page));
  await expect(
    ada.invoke(voiceCommands.run, { text: "add a task to water the plants" }),
  ).resolves.toMatchObject({
    canUndo: true,
  });
});

test("a command of an agent is not read by a model, not even with approval", async () => {
  const agentKey = await aKey(ada, { isAgent: true });
  const asked = await post("/api/v1/voice-commands/run", agentKey, { text: SENTENCE });
  expect(asked.status).toBe(403);
  const { waiting } = (await ada.invoke(approvals.list)) as { waiting: { id: string; inputHash: string }[] };
  const [request] = waiting;
  await ada.invoke(approvals.approve, { id: request?.id, inputHash: request?.inputHash });
  expect(model.asked).toEqual([]);
});

test("an agent's key is refused at every door, and a key never approves what was proposed", async () => {
  const agent = await aKey(ada, { isAgent: true });
  for (const ask of [restAnswer, stream]) expect((await ask(agent, { text: SENTENCE })).status).toBe(403);
  const client = await aClient(origin, agent, "?areas=assistant");
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("assistant_ask");
  const refused = await client.callTool({ name: "assistant_ask", arguments: { text: SENTENCE } });
  expect(refused.isError).toBe(true);
  expect(model.asked).toEqual([]);
  const headers = await aKey(ada);
  planRun();
  const { chatId, answer } = (await restAnswer(headers, { text: SENTENCE }).then((given) =>
    given.json(),
  )) as Exchange;
  const [proposal] = answer.proposals;
  for (const key of [headers, agent]) {
    const { id, inputHash } = proposal ?? {};
    expect((await post(`/api/v1/assistant/${id}/approve`, key, { inputHash })).status).toBe(403);
  }
  model.behaviour.plan = () => ({ text: "I have deleted it." });
  await restAnswer(headers, { text: "yes, approve it", chatId });
  const { rows } = await owner.query(
    `select state, (select deleted_at from tasks where id = $2) as deleted from assistant_proposals where user_id = $1`,
    [ada.userId, boat],
  );
  expect(rows).toEqual([{ state: "waiting", deleted: null }]);
});
