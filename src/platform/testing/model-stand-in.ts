import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** What the model does: says these pieces, answers a status, sends what is no answer, breaks off, or goes on for ever. */
type Mood = { says: readonly string[]; does: "answer" | "garbage" | "cut" | "endless" | number };

const Asked = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: z.string() }))
    .min(1),
  stream: z.literal(true),
  max_tokens: z.int().positive(),
});

/**
 * A language model on loopback that speaks the protocol of OpenAI's chat completions and refuses whatever is not in it:
 * another path, another key, unknown fields.
 */
export async function modelStandIn(key: string) {
  const mood: Mood = { says: ["Hello"], does: "answer" };
  const asked: z.output<typeof Asked>[] = [];
  const state = { left: 0 };
  const server = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableEnded) state.left += 1;
    });
    const body = Asked.safeParse(await json(request).catch(() => null));
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") return refuse(response, 404);
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(response, 401);
    if (!body.success) return refuse(response, 400);
    asked.push(body.data);
    if (typeof mood.does === "number") return refuse(response, mood.does);
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (mood.does === "garbage") return void response.end("data: <html>internal details</html>\n\n");
    for (const content of mood.says) say(response, { choices: [{ index: 0, delta: { content } }] });
    if (mood.does === "cut") return void response.destroy();
    if (mood.does === "endless") return;
    say(response, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
    response.end("data: [DONE]\n\n");
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

const say = (response: ServerResponse, chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);

const refuse = (response: ServerResponse, status: number) =>
  void response
    .writeHead(status, { "content-type": "application/json" })
    .end(`{"error":{"message":"internal details"}}`);
