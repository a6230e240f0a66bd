import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import type { ModelTurn } from "./model-stand-in.ts";

const Block = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string().min(1) }),
  z.strictObject({
    type: z.literal("tool_use"),
    id: z.string().regex(/^[\w-]+$/),
    name: z.string().regex(/^[\w-]{1,64}$/),
    input: z.looseObject({}),
  }),
  z.strictObject({ type: z.literal("tool_result"), tool_use_id: z.string().min(1), content: z.string() }),
]);

const RequestBody = z.strictObject({
  model: z.string().min(1),
  system: z.string().min(1).optional(),
  messages: z
    .array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.array(Block).min(1) }))
    .min(1),
  stream: z.literal(true),
  max_tokens: z.int().positive(),
  tools: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[\w-]{1,64}$/),
        description: z.string(),
        input_schema: z.looseObject({ type: z.literal("object") }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z.strictObject({ type: z.enum(["auto", "none"]) }).optional(),
});
type AnthropicRequest = z.output<typeof RequestBody>;

const ERRORS: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** `news`: kinds of events and blocks that are newer than our program; `overloaded`: it fails in the middle. */
type Behaviour = {
  mode: "answer" | "garbage" | "cut" | "overloaded" | "news" | number;
  plan(asked: AnthropicRequest): ModelTurn;
};

/**
 * A language model on loopback with Anthropic's Messages protocol with `stream`; it refuses what the real one refuses:
 * roles that do not alternate, empty text, results without their calls, and calls without their tools.
 */
export async function anthropicStandIn(key: string) {
  const behaviour: Behaviour = { mode: "answer", plan: () => ({ text: "Hello" }) };
  const asked: AnthropicRequest[] = [];
  const server = createServer(async (request, response) => {
    // Invalid JSON is refused below, as by the real API.
    const body = RequestBody.safeParse(await json(request).catch(() => null));
    const { headers } = request;
    if (request.method !== "POST" || request.url !== "/v1/messages") return refuse(response, 404);
    if (headers["x-api-key"] !== key) return refuse(response, 401);
    if (headers["anthropic-version"] !== "2023-06-01") return refuse(response, 400);
    if (!body.success || !isInOrder(body.data)) return refuse(response, 400);
    asked.push(body.data);
    if (typeof behaviour.mode === "number") return refuse(response, behaviour.mode);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    if (behaviour.mode === "garbage") return void response.end("data: <html>internal details</html>\n\n");
    answer(response, behaviour.plan(body.data), behaviour.mode);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    behaviour,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Roles alternate, starting with the user; each turn with calls is followed by exactly their results; tools are
 * declared.
 */
function isInOrder({ messages, tools }: AnthropicRequest): boolean {
  let open: string[] = [];
  return messages.every(({ role, content }, place) => {
    if (role !== (place % 2 === 0 ? "user" : "assistant")) return false;
    const results = content.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
    const calls = content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
    const isAnswered = results.length === open.length && open.every((id) => results.includes(id));
    open = calls;
    return isAnswered && (calls.length === 0 || (role === "assistant" && tools !== undefined));
  });
}

function answer(
  response: ServerResponse,
  { text: reply = "", calls = [] }: ModelTurn,
  mode: Behaviour["mode"],
): void {
  const sendEvent = (type: string, more: object = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  const usage = { input_tokens: 10, output_tokens: 1 };
  sendEvent("message_start", {
    message: { id: "msg_1", type: "message", role: "assistant", content: [], model: "claude", usage },
  });
  sendEvent("ping");
  let index = 0;
  const block = (content_block: object, deltas: readonly object[]) => {
    sendEvent("content_block_start", { index, content_block });
    for (const delta of deltas) sendEvent("content_block_delta", { index, delta });
    sendEvent("content_block_stop", { index });
    index += 1;
  };
  if (mode === "news") {
    sendEvent("message_foreword", { foreword: { text: "internal details" } });
    block({ type: "thinking", thinking: "" }, [
      { type: "thinking_delta", thinking: "internal details" },
      { type: "signature_delta", signature: "x" },
    ]);
  }
  if (reply !== "")
    block(
      { type: "text", text: "" },
      (reply.match(/.{1,7}/gs) ?? []).map((text) => ({ type: "text_delta", text })),
    );
  if (mode === "cut") return void response.destroy();
  if (mode === "overloaded") {
    sendEvent("error", { error: { type: "overloaded_error", message: "internal details" } });
    return void response.end();
  }
  for (const { name, input } of calls) {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    const middle = Math.ceil(text.length / 2);
    block({ type: "tool_use", id: `toolu_${crypto.randomUUID()}`, name, input: {} }, [
      { type: "input_json_delta", partial_json: "" },
      { type: "input_json_delta", partial_json: text.slice(0, middle) },
      { type: "input_json_delta", partial_json: text.slice(middle) },
    ]);
  }
  sendEvent("message_delta", {
    delta: { stop_reason: calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
    usage,
  });
  sendEvent("message_stop");
  response.end();
}

const refuse = (response: ServerResponse, status: number) =>
  void response.writeHead(status, { "content-type": "application/json", "retry-after": "7" }).end(
    JSON.stringify({
      type: "error",
      error: { type: ERRORS[status] ?? "api_error", message: "internal details" },
    }),
  );
