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

const Asked = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  stream: z.literal(true),
  max_tokens: z.int().positive(),
  tools: z.array(Tool).min(1).max(128).optional(),
});
export type AskedOfModel = z.output<typeof Asked>;

/** What it says and which calls it asks for; their arguments are sent in two pieces, as servers do. */
export type ModelTurn = { says?: string; calls?: readonly { name: string; input: unknown }[] };

/**
 * What the model does: says these pieces, answers a status, sends what is no answer, breaks off, or goes on for ever.
 * With `plan` it answers what the plan makes of what it was asked.
 */
type Mood = {
  says: readonly string[];
  does: "answer" | "garbage" | "cut" | "endless" | number;
  plan?: (asked: AskedOfModel) => ModelTurn;
};

/**
 * A language model on loopback that speaks the protocol of OpenAI's chat completions and refuses whatever is not in it:
 * another path, another key, unknown fields, a result without its call.
 */
export async function modelStandIn(key: string) {
  const mood: Mood = { says: ["Hello"], does: "answer" };
  const asked: AskedOfModel[] = [];
  const state = { left: 0 };
  const server = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableEnded) state.left += 1;
    });
    const body = Asked.safeParse(await json(request).catch(() => null));
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") return refuse(response, 404);
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(response, 401);
    if (!body.success || !isInOrder(body.data)) return refuse(response, 400);
    asked.push(body.data);
    if (typeof mood.does === "number") return refuse(response, mood.does);
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (mood.does === "garbage") return void response.end("data: <html>internal details</html>\n\n");
    if (mood.plan) return answer(response, mood.plan(body.data));
    for (const content of mood.says) say(response, { content });
    if (mood.does === "cut") return void response.destroy();
    if (mood.does === "endless") return;
    return answer(response, {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    mood,
    asked,
    /** Answers that nobody waited for any more. */
    state,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Every result belongs to a call that was asked for before it. */
function isInOrder({ messages }: AskedOfModel): boolean {
  const open = new Set<string>();
  return messages.every((message) => {
    if (message.role === "assistant") for (const { id } of message.tool_calls ?? []) open.add(id);
    return message.role !== "tool" || open.delete(message.tool_call_id);
  });
}

function answer(response: ServerResponse, { says = "", calls = [] }: ModelTurn): void {
  for (const content of says.match(/.{1,7}/gs) ?? []) say(response, { content });
  for (const [index, { name, input }] of calls.entries()) {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    const middle = Math.ceil(text.length / 2);
    const id = `call-${crypto.randomUUID()}`;
    say(response, {
      tool_calls: [{ index, id, type: "function", function: { name, arguments: text.slice(0, middle) } }],
    });
    say(response, { tool_calls: [{ index, function: { arguments: text.slice(middle) } }] });
  }
  say(response, {}, calls.length > 0 ? "tool_calls" : "stop");
  response.end("data: [DONE]\n\n");
}

const say = (response: ServerResponse, delta: object, finish_reason: string | null = null) =>
  response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`);

const refuse = (response: ServerResponse, status: number) =>
  void response
    .writeHead(status, { "content-type": "application/json" })
    .end(`{"error":{"message":"internal details"}}`);
