import { z } from "zod";
import { MAX_TOKENS_OUT, type ModelMessage, oneLine, type Protocol, parsed } from "./protocol.ts";

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().min(0).max(100).default(0),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .optional(),
                }),
              )
              .nullish(),
          })
          .optional(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  error: z.unknown().optional(),
});

/**
 * Chat completions with `stream` (platform.openai.com/docs/api-reference/chat), also supported by Ollama, vLLM and
 * others.
 */
export const openai: Protocol = {
  request: ({ url, key, name }, messages, { tools, mayCall }) => ({
    url: `${url}/chat/completions`,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "text/event-stream",
      ...(key !== null && { authorization: `Bearer ${oneLine(key)}` }),
    },
    body: JSON.stringify({
      model: name,
      messages: messages.map(toOpenAiMessage),
      stream: true,
      [limitAt(url)]: MAX_TOKENS_OUT,
      ...(mayCall &&
        tools.length > 0 && {
          tools: tools.map(({ name: tool, description, input }) => ({
            type: "function",
            function: { name: tool, description, parameters: input },
          })),
        }),
    }),
  }),
  read: (event) => {
    if (event === "[DONE]") return { isEnd: true };
    const chunk = Chunk.safeParse(parsed(event));
    if (!chunk.success || chunk.data.error !== undefined) return null;
    const deltas = chunk.data.choices.map(({ delta }) => delta);
    const isCut = chunk.data.choices.some(({ finish_reason }) => finish_reason === "length");
    return {
      ...(isCut && { isCut }),
      text: deltas.map((delta) => delta?.content ?? "").join(""),
      calls: deltas.flatMap((delta) =>
        (delta?.tool_calls ?? []).map(({ index, id, function: asked }) => ({
          index,
          id: id ?? "",
          name: asked?.name ?? "",
          input: asked?.arguments ?? "",
        })),
      ),
    };
  },
};

/** OpenAI's own models accept only the newer name, compatible servers know the older one. */
const limitAt = (url: string) =>
  url.startsWith("https://api.openai.com/") ? "max_completion_tokens" : "max_tokens";

function toOpenAiMessage(message: ModelMessage): object {
  if (message.role === "tool")
    return { role: "tool", tool_call_id: message.callId, content: message.content };
  if (message.role !== "assistant" || !message.calls?.length)
    return { role: message.role, content: message.content };
  return {
    role: "assistant",
    content: message.content,
    tool_calls: message.calls.map(({ id, name, input }) => ({
      id,
      type: "function",
      function: { name, arguments: input },
    })),
  };
}
