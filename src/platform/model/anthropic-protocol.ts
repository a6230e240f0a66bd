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
  z.object({ type: z.literal("message_delta"), delta: z.object({ stop_reason: z.string().nullish() }) }),
  z.object({ type: z.literal("message_stop") }),
  z.object({ type: z.literal("error"), error: z.object({ type: z.string() }) }),
]);

/**
 * Anthropic adds kinds of events, blocks and deltas (docs.anthropic.com/en/api/versioning): unknown ones are ignored.
 */
const Named = z.object({ type: z.string() });
const Unknown = Named.extend({ content_block: Named.optional(), delta: z.unknown().optional() });
const KNOWN = {
  events: ["content_block_start", "content_block_delta", "message_delta", "message_stop", "error"],
  parts: ["text", "tool_use", "text_delta", "input_json_delta"],
};
const isUnsupported = (event: unknown): boolean => {
  const result = Unknown.safeParse(event);
  if (!result.success) return false;
  if (!KNOWN.events.includes(result.data.type)) return true;
  const part = result.data.content_block ?? Named.safeParse(result.data.delta).data;
  return part !== undefined && !KNOWN.parts.includes(part.type);
};

/** Messages with `stream` (docs.anthropic.com/en/api/messages). */
export const anthropic: Protocol = {
  request: ({ url, key, name }, messages, { tools, mayCall }) => ({
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
      ...toSystemPrompt(messages),
      messages: toAnthropicMessages(messages),
      stream: true,
      max_tokens: MAX_TOKENS_OUT,
      ...(tools.length > 0 && {
        tools: tools.map(({ name: tool, description, input }) => ({
          name: tool,
          description,
          input_schema: input,
        })),
        // The API refuses earlier tool calls in the messages if their tools are not declared.
        ...(!mayCall && { tool_choice: { type: "none" } }),
      }),
    }),
  }),
  read: (event) => {
    const json = parsed(event);
    const result = Event.safeParse(json);
    if (!result.success) return isUnsupported(json) ? {} : null;
    const { data } = result;
    if (data.type === "error") return data.error.type === "overloaded_error" ? { isBusy: true } : null;
    if (data.type === "message_stop") return { isEnd: true };
    if (data.type === "message_delta") return data.delta.stop_reason === "max_tokens" ? { isCut: true } : {};
    if (data.type === "content_block_start")
      return data.content_block.type === "text"
        ? { text: data.content_block.text }
        : { calls: [{ index: data.index, id: data.content_block.id, name: data.content_block.name }] };
    return data.delta.type === "text_delta"
      ? { text: data.delta.text }
      : { calls: [{ index: data.index, input: data.delta.partial_json }] };
  },
};

/** Omitted if there is none: the API refuses an empty one. */
function toSystemPrompt(messages: readonly ModelMessage[]): { system?: string } {
  const rules = messages.filter(({ role }) => role === "system").map(({ content }) => content);
  return rules.length > 0 ? { system: rules.join("\n\n") } : {};
}

type Block = Record<string, unknown>;
type AnthropicMessage = { role: "user" | "assistant"; content: Block[] };

/** Roles alternate in this API: tool results and the text after them form one user turn. */
function toAnthropicMessages(messages: readonly ModelMessage[]): AnthropicMessage[] {
  const turns: AnthropicMessage[] = [];
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
