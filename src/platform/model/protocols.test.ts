import { beforeEach, expect, test } from "vitest";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { anthropicStandIn } from "#platform/testing/stand-ins/anthropic-stand-in.ts";
import { ollamaStandIn } from "#platform/testing/stand-ins/ollama-stand-in.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { type ModelChoice, modelOf } from "./choose-model.ts";
import { askModel, type ModelMessage, type ModelTool, type ToolCall, tryModel } from "./model.ts";
import { openai } from "./openai-protocol.ts";

const claude = await anthropicStandIn("sk-ant");
const llama = await ollamaStandIn(["llama3.1"]);
const { aUser, as, services } = await testDatabase(async ({ atEnd }) => {
  atEnd(claude.close);
  atEnd(llama.close);
  return {};
});
const ada = as(await aUser());

const settingsFor = async (fields: object, modelApiKey?: string) => {
  const { database, secrets, log } = services;
  const addresses = { resend: "http://127.0.0.1:1", openai: "https://api.openai.com/v1" };
  const given = { fields, secrets: modelApiKey ? { modelApiKey } : {}, addresses };
  const settings = new SystemSettings({ database, secrets, log, given });
  await settings.refresh();
  return settings;
};
const ANTHROPIC = await settingsFor({ modelProvider: "anthropic", modelUrl: `${claude.url}/` }, "sk-ant");
const OLLAMA = await settingsFor({ modelProvider: "ollama", modelUrl: llama.url });

beforeEach(() => {
  Object.assign(claude.behaviour, { mode: "answer", plan: () => ({ text: "Hello" }) });
  Object.assign(llama.behaviour, { mode: "answer", plan: () => ({ text: "Hello" }) });
});

type ModelInput = { messages?: ModelMessage[]; tools?: ModelTool[]; mayCall?: boolean };
async function answerOf(systemSettings: SystemSettings, input: ModelInput = {}) {
  const messages = input.messages ?? [{ role: "user", content: "Good morning" }];
  const inTransaction = <T>(mode: "read" | "write", act: (db: never) => Promise<T>) =>
    services.database.transaction(ada.userId, mode, act as never) as Promise<T>;
  const answer = askModel(
    { outbound: services.outbound, systemSettings, inTransaction },
    { userId: ada.userId, signal: new AbortController().signal, ...input, messages },
  );
  const pieces: string[] = [];
  let next = await answer.next();
  for (; !next.done; next = await answer.next()) pieces.push(next.value);
  return { pieces, text: pieces.join(""), calls: next.value as ToolCall[] };
}

const TOOL: ModelTool = {
  name: "tasks_list",
  description: "Lists tasks",
  input: { type: "object", properties: {}, additionalProperties: false },
};
/** The next request of a run that called tools. */
const AFTER_CALLS: ModelMessage[] = [
  { role: "system", content: "You are the assistant of Ada." },
  { role: "user", content: "What presses?" },
  {
    role: "assistant",
    content: "",
    calls: [
      { id: "a-1", name: "tasks_list", input: "{}" },
      { id: "a-2", name: "tasks_list", input: '{"limit":' },
    ],
  },
  { role: "tool", callId: "a-1", content: "[]" },
  { role: "tool", callId: "a-2", content: '{"error":"no JSON"}' },
];
const TWO_CALLS = () => ({
  text: "I look.",
  calls: [
    { name: "tasks_list", input: {} },
    { name: "tasks_list", input: { limit: 3 } },
  ],
});

test.each([
  ["Anthropic", ANTHROPIC, claude],
  ["Ollama", OLLAMA, llama],
] as const)("A7: %s streams text, and tool calls with their arguments", async (_, settings, model) => {
  model.behaviour.plan = () => ({ text: "The boat is what presses." });
  const { pieces, text } = await answerOf(settings);
  expect(text).toBe("The boat is what presses.");
  expect(pieces.length).toBeGreaterThan(2);
  model.behaviour.plan = TWO_CALLS;
  const { calls } = await answerOf(settings, { tools: [TOOL] });
  expect(calls.map(({ name, input }) => [name, JSON.parse(input || "{}")])).toEqual([
    ["tasks_list", {}],
    ["tasks_list", { limit: 3 }],
  ]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
});

test("A7: Anthropic gets rules, turns, calls and results in its own format, and tools also where it may call none", async () => {
  await answerOf(ANTHROPIC, { messages: AFTER_CALLS, tools: [TOOL] });
  expect(claude.asked.at(-1)).toMatchObject({
    model: "claude-sonnet-4-5",
    system: "You are the assistant of Ada.",
    messages: [
      { role: "user", content: [{ type: "text", text: "What presses?" }] },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "a-1", name: "tasks_list", input: {} },
          // Invalid JSON is sent as an empty object: the API accepts objects only.
          { type: "tool_use", id: "a-2", name: "tasks_list", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a-1", content: "[]" },
          { type: "tool_result", tool_use_id: "a-2", content: '{"error":"no JSON"}' },
        ],
      },
    ],
    tools: [{ name: "tasks_list", input_schema: TOOL.input }],
  });
  expect(claude.asked.at(-1)?.tool_choice).toBeUndefined();
  await answerOf(ANTHROPIC, { messages: AFTER_CALLS, tools: [TOOL], mayCall: false });
  expect(claude.asked.at(-1)).toMatchObject({ tool_choice: { type: "none" }, tools: [{}] });
  await answerOf(OLLAMA, { messages: AFTER_CALLS, tools: [TOOL], mayCall: false });
  expect(llama.asked.at(-1)?.tools).toBeUndefined();
});

test("A7: unknown events of Anthropic are ignored and not shown", async () => {
  Object.assign(claude.behaviour, { mode: "news", plan: TWO_CALLS });
  const { text, calls } = await answerOf(ANTHROPIC, { tools: [TOOL] });
  expect(text).toBe("I look.");
  expect(calls).toHaveLength(2);
});

test.each([
  ["Anthropic", ANTHROPIC, claude, [401, "refused its key"]],
  ["Anthropic", ANTHROPIC, claude, [404, "not known at its address"]],
  ["Anthropic", ANTHROPIC, claude, [429, "overloaded"]],
  ["Anthropic", ANTHROPIC, claude, [529, "overloaded"]],
  ["Anthropic", ANTHROPIC, claude, [500, "failed (500)"]],
  ["Anthropic", ANTHROPIC, claude, ["overloaded", "overloaded"]],
  ["Anthropic", ANTHROPIC, claude, ["garbage", "cannot be read"]],
  ["Anthropic", ANTHROPIC, claude, ["cut", "did not answer as a web server does"]],
  ["Ollama", OLLAMA, llama, [404, "not known at its address"]],
  ["Ollama", OLLAMA, llama, [503, "failed (503)"]],
  ["Ollama", OLLAMA, llama, ["garbage", "cannot be read"]],
  ["Ollama", OLLAMA, llama, ["breaks", "cannot be read"]],
] as const)(
  "A7: %s fails with a readable message, without its response",
  async (_, settings, model, [does, mode]) => {
    Object.assign(model.behaviour, { mode: does });
    const failure = await answerOf(settings).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: "upstream" });
    expect((failure as Error).message).toContain(mode);
    expect((failure as Error).message).not.toContain("internal");
  },
);

test("A7: the administrator's test uses the chosen model, with the required key and name", async () => {
  const choice = (given: Partial<ModelChoice>): ModelChoice => ({
    modelProvider: "off",
    modelUrl: "",
    modelName: "",
    openaiApiKey: null,
    modelApiKey: null,
    ...given,
  });
  const tryChoice = async (given: Partial<ModelChoice>) => {
    const model = modelOf(ANTHROPIC, choice(given));
    if (!model) return "not set up";
    return tryModel(services, model).then(
      () => "answers",
      ({ message }: Error) => message,
    );
  };
  const anthropic = { modelProvider: "anthropic", modelUrl: claude.url } as const;
  expect(await tryChoice({ ...anthropic, modelApiKey: "sk-ant" })).toBe("answers");
  expect(await tryChoice({ ...anthropic, modelApiKey: "sk-other" })).toContain("refused its key");
  expect(await tryChoice(anthropic)).toBe("not set up");
  const ollama = { modelProvider: "ollama", modelUrl: llama.url } as const;
  expect(await tryChoice(ollama)).toBe("answers");
  expect(await tryChoice({ ...ollama, modelName: "not-pulled" })).toContain("not known at its address");
  expect(await tryChoice({ modelProvider: "compatible" })).toBe("not set up");
});

test("A7: OpenAI gets the limit by its newer name, compatible servers by the older", () => {
  const asked = (url: string) =>
    JSON.parse(
      String(
        openai.request({ name: "m", url, key: null, protocol: "openai" }, [], { tools: [], mayCall: true })
          .body,
      ),
    );
  expect(asked("https://api.openai.com/v1")).toHaveProperty("max_completion_tokens", 4000);
  expect(asked("http://127.0.0.1:1234/v1")).toHaveProperty("max_tokens", 4000);
});
