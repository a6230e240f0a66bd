import { z } from "zod";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { streamWeb } from "#platform/outbound/stream-web.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { countLetters, takeCall } from "./model-budget.ts";
import { eventsOf } from "./read-events.ts";

export type ModelParts = Pick<SignedIn, "outbound" | "systemSettings" | "inTransaction">;
export type ModelMessage = { role: "system" | "user" | "assistant"; content: string };
export type Model = { name: string; url: string; key: string | null };

/** Limits of one answer (security.md §6). A token is taken for four letters. */
const MAX_IN = 64_000;
const MAX_TOKENS_OUT = 4_000;
const WHOLE_MS = 60_000;
const OPENAI = "https://api.openai.com/v1";

/** The model that this instance may ask: with a key, or at an address of the operator's own; null: none. */
export function configuredModel(settings: SystemSettings): Model | null {
  const key = settings.secret("openaiApiKey");
  const url = settings.given.addresses.openai;
  return key === null && url === OPENAI ? null : { name: settings.given.model ?? "default", url, key };
}

/**
 * What a model of any OpenAI-compatible endpoint answers, as it comes (POST /chat/completions with `stream`). It has no
 * tools: its answer is a text and nothing else. Throws AppError where the day's limit is reached or the model cannot
 * answer; ends without an error where `signal` ends it.
 */
export async function* askModel(
  parts: ModelParts,
  { userId, messages, signal }: { userId: string; messages: readonly ModelMessage[]; signal: AbortSignal },
): AsyncGenerator<string> {
  const model = configuredModel(parts.systemSettings);
  if (!model) throw new AppError("upstream", "No language model is set up");
  const lettersIn = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (lettersIn > MAX_IN) throw new AppError("invalid", "This is too long for the language model");
  await takeCall(parts, userId, lettersIn);
  let lettersOut = 0;
  const whole = AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]);
  try {
    const { status, chunks } = await streamWeb(parts.outbound, requestTo(model, messages), whole);
    if (status !== 200) throw refusalOf(status);
    for await (const event of eventsOf(chunks)) {
      if (event === "[DONE]") return;
      const text = textOf(event);
      lettersOut += text.length;
      if (text !== "") yield text;
      if (lettersOut > MAX_TOKENS_OUT * 8) return;
    }
    throw new AppError("upstream", "The language model broke off");
  } catch (error) {
    if (signal.aborted) return;
    if (whole.aborted) throw new AppError("upstream", "The language model took longer than a minute");
    throw error;
  } finally {
    await countLetters(parts, userId, lettersOut);
  }
}

const requestTo = ({ url, key, name }: Model, messages: readonly ModelMessage[]) => ({
  url: `${url}/chat/completions`,
  method: "POST" as const,
  headers: {
    "content-type": "application/json",
    accept: "text/event-stream",
    ...(key !== null && { authorization: `Bearer ${key.replaceAll(/[^\x21-\x7e]/g, "")}` }),
  },
  body: JSON.stringify({ model: name, messages, stream: true, max_tokens: MAX_TOKENS_OUT }),
});

/** Of the answer nothing is told: it may hold anything. */
function refusalOf(status: number): AppError {
  if (status === 401 || status === 403)
    return new AppError("upstream", "The language model refused its key. An administrator can check it");
  if (status === 404) return new AppError("upstream", "The language model is not known at its address");
  if (status === 429)
    return new AppError("upstream", "The language model has too much to do. Please try again later");
  return new AppError("upstream", `The language model has trouble of its own (${status})`);
}

const Chunk = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })).default([]),
  error: z.unknown().optional(),
});

function textOf(event: string): string {
  const chunk = Chunk.safeParse(parsed(event));
  if (!chunk.success || chunk.data.error !== undefined)
    throw new AppError("upstream", "The language model answered something that is no answer");
  return chunk.data.choices.map(({ delta }) => delta?.content ?? "").join("");
}

function parsed(event: string): unknown {
  try {
    return JSON.parse(event);
  } catch {
    return null;
  }
}
