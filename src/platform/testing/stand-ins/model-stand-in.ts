import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const Call = z.strictObject({
  id: z.string().min(1),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/), arguments: z.string() }),
});

const Message = z.union([
  z.strictObject({ role: z.enum(["system", "user"]), content: z.string() }),
  z.strictObject({ role: z.literal("assistant"), content: z.string(), tool_calls: z.array(Call).optional() }),
  z.strictObject({ role: z.literal("tool"), tool_call_id: z.string().min(1), content: z.string() }),
]);

const Tool = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string(),
    parameters: z.looseObject({ type: z.literal("object") }),
  }),
});

const RequestBody = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  stream: z.literal(true),
  max_tokens: z.int().positive(),
  tools: z.array(Tool).min(1).max(128).optional(),
});
export type ModelRequest = z.output<typeof RequestBody>;

/** Its text and the calls it requests; their arguments are sent in two pieces, as real servers do. */
export type ModelTurn = { text?: string; calls?: readonly { name: string; input: unknown }[] };

/**
 * The model's behaviour: sends these pieces, responds with a status, sends an invalid response, breaks off, or never
 * ends. With `plan` the response is the plan's result for the request.
 */
type Behaviour = {
  pieces: readonly string[];
  mode: "answer" | "garbage" | "cut" | "endless" | number;
  plan?: (asked: ModelRequest) => ModelTurn;
};

/**
 * A language model on loopback with the protocol of OpenAI's chat completions; it refuses everything else: another
 * path, another key, unknown fields, a result without its call.
 */
export async function modelStandIn(key: string) {
  const behaviour: Behaviour = { pieces: ["Hello"], mode: "answer" };
  const asked: ModelRequest[] = [];
  const state = { disconnected: 0 };
  const server = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableEnded) state.disconnected += 1;
    });
    // Invalid JSON is refused below, as by the real API.
    const body = RequestBody.safeParse(await json(request).catch(() => null));
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") return refuse(response, 404);
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(response, 401);
    if (!body.success || !isInOrder(body.data)) return refuse(response, 400);
    asked.push(body.data);
    if (typeof behaviour.mode === "number") return refuse(response, behaviour.mode);
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (behaviour.mode === "garbage") return void response.end("data: <html>internal details</html>\n\n");
    if (behaviour.plan) return answer(response, behaviour.plan(body.data));
    for (const content of behaviour.pieces) sendDelta(response, { content });
    if (behaviour.mode === "cut") return void response.destroy();
    if (behaviour.mode === "endless") return;
    return answer(response, {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    behaviour,
    asked,
    /** Counts responses whose client has disconnected. */
    state,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Whether every result belongs to a call requested before it. */
function isInOrder({ messages }: ModelRequest): boolean {
  const open = new Set<string>();
  return messages.every((message) => {
    if (message.role === "assistant") for (const { id } of message.tool_calls ?? []) open.add(id);
    return message.role !== "tool" || open.delete(message.tool_call_id);
  });
}

function answer(response: ServerResponse, { text: reply = "", calls = [] }: ModelTurn): void {
  for (const content of reply.match(/.{1,7}/gs) ?? []) sendDelta(response, { content });
  for (const [index, { name, input }] of calls.entries()) {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    const middle = Math.ceil(text.length / 2);
    const id = `call-${crypto.randomUUID()}`;
    sendDelta(response, {
      tool_calls: [{ index, id, type: "function", function: { name, arguments: text.slice(0, middle) } }],
    });
    sendDelta(response, { tool_calls: [{ index, function: { arguments: text.slice(middle) } }] });
  }
  sendDelta(response, {}, calls.length > 0 ? "tool_calls" : "stop");
  response.end("data: [DONE]\n\n");
}

const sendDelta = (response: ServerResponse, delta: object, finish_reason: string | null = null) =>
  response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);

const refuse = (response: ServerResponse, status: number) =>
  void response
    .writeHead(status, { "content-type": "application/json" })
    .end(`{"error":{"message":"internal details"}}`);
