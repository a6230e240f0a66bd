import { z } from "zod";
import { MAX_TOKENS_OUT, type ModelMessage, oneLine, type Protocol, parsed } from "./protocol.ts";

const index = z.int().min(0).max(1000);
const Event = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("content_block_start"),
    index,
    content_block: z.discriminatedUnion("type", [
      z.object({ type: z.literal("text"), text: z.string() }),
      z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string() }),
    ]),
  }),
  z.object({
    type: z.literal("content_block_delta"),
    index,
    delta: z.discriminatedUnion("type", [
      z.object({ type: z.literal("text_delta"), text: z.string() }),
      z.object({ type: z.literal("input_json_delta"), partial_json: z.string() }),
    ]),
  }),
  z.object({ type: z.enum(["message_start", "content_block_stop", "message_delta", "ping"]) }),
  z.object({ type: z.literal("message_stop") }),
]);

/** Messages with `stream` (docs.anthropic.com/en/api/messages). */
export const anthropic: Protocol = {
  request: ({ url, key, name }, messages, tools) => ({
    url: `${url}/v1/messages`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream",
      "anthropic-version": "2023-06-01",
      ...(key !== null && { "x-api-key": oneLine(key) }),
    },
    body: JSON.stringify({
      model: name,
      system: messages
        .filter(({ role }) => role === "system")
        .map(({ content }) => content)
        .join("\n\n"),
      messages: inTurns(messages),
      stream: true,
      max_tokens: MAX_TOKENS_OUT,
      ...(tools.length > 0 && {
        tools: tools.map(({ name: tool, description, input }) => ({
          name: tool,
          description,
          input_schema: input,
        })),
      }),
    }),
  }),
  read: (event) => {
    const told = Event.safeParse(parsed(event));
    if (!told.success) return null;
    const { data } = told;
    if (data.type === "message_stop") return { isEnd: true };
    if (data.type === "content_block_start")
      return data.content_block.type === "text"
        ? { text: data.content_block.text }
        : { calls: [{ index: data.index, id: data.content_block.id, name: data.content_block.name }] };
    if (data.type === "content_block_delta")
      return data.delta.type === "text_delta"
        ? { text: data.delta.text }
        : { calls: [{ index: data.index, input: data.delta.partial_json }] };
    return {};
  },
};

type Block = Record<string, unknown>;
type Turn = { role: "user" | "assistant"; content: Block[] };

/** Turns alternate there: what came of calls, and words after it, are one turn of the user. */
function inTurns(messages: readonly ModelMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocksOf(message));
    else turns.push({ role, content: blocksOf(message) });
  }
  return turns.filter(({ content }) => content.length > 0);
}

function blocksOf(message: ModelMessage): Block[] {
  if (message.role === "tool")
    return [{ type: "tool_result", tool_use_id: message.callId, content: message.content }];
  const words = message.content === "" ? [] : [{ type: "text", text: message.content }];
  const calls = message.role === "assistant" ? (message.calls ?? []) : [];
  return [
    ...words,
    ...calls.map(({ id, name, input }) => ({
      type: "tool_use",
      id,
      name,
      input: parsed(input || "{}") ?? {},
    })),
  ];
}
