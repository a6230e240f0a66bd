import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import type { ModelTurn } from "./model-stand-in.ts";

const RequestBody = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.looseObject({ role: z.enum(["system", "user", "assistant", "tool"]) })).min(1),
  stream: z.literal(true),
  tools: z.array(z.looseObject({ type: z.literal("function") })).optional(),
});
type OllamaRequest = z.output<typeof RequestBody>;

type Behaviour = {
  mode: "answer" | "garbage" | "breaks" | number;
  plan(asked: OllamaRequest): ModelTurn;
};

/**
 * Ollama as it responds below `/v1`: it knows the pulled models and no keys, sends each call whole, all with index 0,
 * its reasoning in a separate field, and an error in the stream if its runner dies.
 */
export async function ollamaStandIn(pulled: readonly string[]) {
  const behaviour: Behaviour = { mode: "answer", plan: () => ({ text: "Hello" }) };
  const asked: OllamaRequest[] = [];
  const server = createServer(async (request, response) => {
    // Invalid JSON is refused below, as by the real API.
    const body = RequestBody.safeParse(await json(request).catch(() => null));
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") return refuse(response, 404);
    if (!body.success) return refuse(response, 400);
    if (!pulled.includes(body.data.model)) return refuse(response, 404);
    asked.push(body.data);
    if (typeof behaviour.mode === "number") return refuse(response, behaviour.mode);
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (behaviour.mode === "garbage") return void response.end("internal details\n\ndata: {]\n\n");
    const sendDelta = (delta: object, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({
          id: "chatcmpl-1",
          object: "chat.completion.chunk",
          created: 1,
          model: body.data.model,
          system_fingerprint: "fp_ollama",
          choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason }],
        })}\n\n`,
      );
    const { text: reply = "", calls = [] } = behaviour.plan(body.data);
    sendDelta({ content: "", reasoning: "internal details" });
    for (const content of reply.match(/.{1,7}/gs) ?? []) sendDelta({ content });
    if (behaviour.mode === "breaks")
      return void response.end('data: {"error":{"message":"internal details","type":"api_error"}}\n\n');
    for (const { name, input } of calls)
      sendDelta({
        content: "",
        tool_calls: [
          {
            id: `call_${crypto.randomUUID().slice(0, 8)}`,
            index: 0,
            type: "function",
            function: { name, arguments: JSON.stringify(input) },
          },
        ],
      });
    sendDelta({ content: "" }, calls.length > 0 ? "tool_calls" : "stop");
    response.end("data: [DONE]\n\n");
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

const refuse = (response: ServerResponse, status: number) =>
  void response
    .writeHead(status, { "content-type": "application/json" })
    .end('{"error":{"message":"internal details","type":"api_error","param":null,"code":null}}');
