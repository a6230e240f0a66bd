import { once } from "node:events";
import { createServer } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { askModel, type ToolCall } from "./model.ts";

// Streams in the form of the providers' own libraries (the fixtures of anthropic-sdk-python and openai-python, and the
// chunks of Ollama's openai.go): every field that those send, in their order.

/** What the server sends, and in pieces of how many bytes. */
const served = { body: "", bytes: 0, isCut: false };
const state = { closed: 0 };
const server = createServer(async (_, response) => {
  response.on("close", () => {
    if (!response.writableEnded) state.closed += 1;
  });
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const whole = Buffer.from(served.body);
  for (let at = 0; at < whole.length && !response.destroyed; at += served.bytes || whole.length) {
    if (!response.write(whole.subarray(at, at + (served.bytes || whole.length))))
      await Promise.race([once(response, "drain"), once(response, "close")]);
    await new Promise(setImmediate);
  }
  if (served.isCut) response.destroy();
  else response.end();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;

const { aUser, as, services } = await testDatabase(async ({ atEnd }) => {
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {};
});
const ada = as(await aUser());
const settingsFor = async (fields: object) => {
  const { database, secrets, log } = services;
  const given = {
    fields,
    secrets: { modelApiKey: "sk" },
    addresses: { resend: "http://127.0.0.1:1", openai: "https://api.openai.com/v1" },
  };
  const settings = new SystemSettings({ database, secrets, log, given });
  await settings.refresh();
  return settings;
};
const SETTINGS = {
  Anthropic: await settingsFor({ modelProvider: "anthropic", modelUrl: url }),
  OpenAI: await settingsFor({ modelProvider: "compatible", modelUrl: `${url}/v1`, modelName: "gpt-4o-mini" }),
  Ollama: await settingsFor({ modelProvider: "ollama", modelUrl: url }),
};
type Provider = keyof typeof SETTINGS;

async function answerOf(provider: Provider, body: string, { bytes = 0, isCut = false } = {}) {
  Object.assign(served, { body, bytes, isCut });
  const inTransaction = <T>(mode: "read" | "write", act: (db: never) => Promise<T>) =>
    services.database.transaction(ada.userId, mode, act as never) as Promise<T>;
  const answer = askModel(
    { outbound: services.outbound, systemSettings: SETTINGS[provider], inTransaction },
    {
      userId: ada.userId,
      signal: new AbortController().signal,
      messages: [{ role: "user", content: "Good morning" }],
      tools: [{ name: "tasks_list", description: "Lists tasks", input: { type: "object" } }],
    },
  );
  let text = "";
  let next = await answer.next();
  for (; !next.done; next = await answer.next()) text += next.value;
  return { text, calls: (next.value as ToolCall[]).map(({ name, input }) => [name, input]) };
}

beforeEach(() => Object.assign(state, { closed: 0 }));

const event = (type: string, more: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const delta = (index: number, given: object) => event("content_block_delta", { index, delta: given });
const START = event("message_start", {
  message: {
    id: "msg_01",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 377,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 1,
      service_tier: "standard",
    },
  },
});
const textBlock = (...pieces: string[]) =>
  [
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    event("ping"),
    ...pieces.map((text) => delta(0, { type: "text_delta", text })),
    event("content_block_stop", { index: 0 }),
  ].join("");
const toolBlock = (type: string, ...pieces: string[]) =>
  [
    event("content_block_start", {
      index: 1,
      content_block: { type, id: "toolu_01", name: "tasks_list", caller: { type: "direct" }, input: {} },
    }),
    ...pieces.map((partial_json) => delta(1, { type: "input_json_delta", partial_json })),
  ].join("");
const anthropicEnd = (stop_reason: string, more: object = {}) =>
  event("content_block_stop", { index: 1 }) +
  event("message_delta", {
    delta: { stop_reason, stop_sequence: null, ...more },
    usage: { output_tokens: 65 },
  }) +
  event("message_stop");

const chunk = (given: object, finish_reason: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_760_000_000, model: "gpt-4o-mini", service_tier: "default", system_fingerprint: "fp_1", choices: [{ index: 0, delta: given, logprobs: null, finish_reason }], usage: null, obfuscation: "x9", ...more })}\n\n`;
const USAGE = `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "gpt-4o-mini", choices: [], usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 } })}\n\n`;
const openaiTool = (...given: object[]) => chunk({ tool_calls: given });

/** The same answer of each provider: words, and one call whose arguments come in pieces. */
const WHOLE: Readonly<Record<Provider, string>> = {
  Anthropic:
    START +
    textBlock("I", "'ll look, Zo\u00eb \u2026") +
    toolBlock("tool_use", "", '{"lim', 'it": 3', "}") +
    anthropicEnd("tool_use"),
  OpenAI:
    chunk({ role: "assistant", content: "", refusal: null }) +
    chunk({ content: "I" }) +
    chunk({ content: "'ll look, Zo\u00eb \u2026" }) +
    // The name and the first arguments share an index within one chunk.
    openaiTool(
      { index: 0, id: "call_1", type: "function", function: { name: "tasks_list" } },
      { index: 0, function: { arguments: '{"lim' } },
    ) +
    openaiTool({ index: 0, function: { arguments: 'it": 3' } }, { index: 0, function: { arguments: "}" } }) +
    chunk({}, "tool_calls") +
    USAGE +
    "data: [DONE]\n\n",
  Ollama:
    chunk({ role: "assistant", content: "", reasoning: "hm" }) +
    chunk({ role: "assistant", content: "I" }) +
    chunk({ role: "assistant", content: "'ll look, Zo\u00eb \u2026" }) +
    chunk({
      role: "assistant",
      content: "",
      tool_calls: [
        {
          id: "call_1",
          index: 0,
          type: "function",
          function: { name: "tasks_list", arguments: '{"limit": 3}' },
        },
      ],
    }) +
    chunk({ role: "assistant", content: "" }, "tool_calls") +
    "data: [DONE]\n\n",
};
const PROVIDERS = Object.keys(WHOLE) as Provider[];

test.each(PROVIDERS.flatMap((provider) => [0, 1, 7, 64].map((bytes) => [provider, bytes] as const)))(
  "issue 26, 4: %s, its stream in pieces of %i bytes",
  async (provider, bytes) => {
    const answer = await answerOf(provider, WHOLE[provider], { bytes });
    expect(answer).toEqual({ text: "I'll look, Zo\u00eb \u2026", calls: [["tasks_list", '{"limit": 3}']] });
  },
);

test.each(PROVIDERS)(
  "issue 26, 4: %s, its stream cut after each event: never taken as whole",
  async (provider) => {
    const events = WHOLE[provider].split("\n\n").filter((each) => each !== "");
    for (let count = 0; count < events.length - 1; count += 1)
      for (const isCut of [true, false]) {
        const body = `${events.slice(0, count).join("\n\n")}\n\n`;
        await expect(answerOf(provider, body, { isCut }), `${count}`).rejects.toMatchObject({
          code: "upstream",
        });
      }
  },
);

test.each(PROVIDERS)("issue 26, 4: %s, malformed events fail with a readable message", async (provider) => {
  for (const broken of [
    "data: {\n\n",
    "data: <html>\n\n",
    "data: []\n\n",
    'data: {"choices":"none"}\n\n',
    ...(provider === "Anthropic" ? ['data: {"type":"content_block_delta","index":-1}\n\n'] : []),
  ])
    await expect(answerOf(provider, broken + WHOLE[provider])).rejects.toMatchObject({ code: "upstream" });
});

const ENDED_AT_LIMIT: Readonly<Record<Provider, string>> = {
  Anthropic:
    START +
    textBlock("I'll write it.") +
    toolBlock("tool_use", '{"filename": "tax') +
    anthropicEnd("max_tokens"),
  OpenAI:
    chunk({ content: "I'll write it." }) +
    openaiTool({ index: 0, id: "c", function: { name: "tasks_list", arguments: '{"fi' } }) +
    chunk({}, "length") +
    "data: [DONE]\n\n",
  Ollama: `${chunk({ content: "I'll write it." })}${chunk({ content: "" }, "length")}data: [DONE]\n\n`,
};

test.each(PROVIDERS)(
  "issue 26, 4: %s, at its limit of tokens it says so, and half a call is none",
  async (provider) => {
    await expect(answerOf(provider, ENDED_AT_LIMIT[provider])).rejects.toThrow(
      "reached its limit in the middle of its answer",
    );
  },
);

test("issue 26, 4: more than 32,000 characters end the request, in words and in arguments", async () => {
  const long = "x".repeat(5_000);
  const bodies: [Provider, string][] = [
    ["Anthropic", START + textBlock(...Array.from({ length: 100 }, () => long))],
    ["Anthropic", START + toolBlock("tool_use", ...Array.from({ length: 100 }, () => long))],
    ["OpenAI", Array.from({ length: 100 }, () => chunk({ content: long })).join("")],
    [
      "Ollama",
      Array.from({ length: 100 }, () =>
        openaiTool({ index: 0, id: "c", function: { name: "n", arguments: long } }),
      ).join(""),
    ],
  ];
  for (const [provider, body] of bodies)
    await expect(answerOf(provider, body, { bytes: 5_200 })).rejects.toThrow(
      "sent more than 32000 characters",
    );
});

test("issue 26, 4: a refusal is an empty answer, and tools of the provider's own are not ours", async () => {
  const refused =
    START + textBlock() + anthropicEnd("refusal", { stop_details: { type: "refusal", category: "cyber" } });
  expect(await answerOf("Anthropic", refused)).toEqual({ text: "", calls: [] });
  const ofServer =
    START +
    textBlock("Let me search.") +
    toolBlock("server_tool_use", "", '{"query": "x"}') +
    anthropicEnd("end_turn");
  expect(await answerOf("Anthropic", ofServer)).toEqual({ text: "Let me search.", calls: [] });
  expect(
    await answerOf("OpenAI", `${chunk({ refusal: "I cannot" })}${chunk({}, "stop")}data: [DONE]\n\n`),
  ).toEqual({ text: "", calls: [] });
});
