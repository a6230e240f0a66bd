import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { streamWeb } from "#platform/outbound/stream-web.ts";
import type { SystemSettings } from "#platform/system-settings/system-settings.ts";
import { anthropic } from "./anthropic-protocol.ts";
import type { Model } from "./choose-model.ts";
import { chooseModel } from "./choose-model.ts";
import { countCharacters, countModelCall } from "./model-budget.ts";
import { openai } from "./openai-protocol.ts";
import type { ModelMessage, ModelTool, Protocol, ToolCall, ToolCallPart } from "./protocol.ts";
import { eventsOf } from "./read-events.ts";
import { type RedactedSecrets, redactSecrets, restoreWhileStreaming } from "./redact-secrets.ts";

export type ModelParts = Pick<SignedIn, "outbound" | "systemSettings" | "inTransaction">;
export type { ModelMessage, ModelTool, ToolCall } from "./protocol.ts";

type Question = {
  userId: string;
  messages: readonly ModelMessage[];
  /** The tools it may call; if absent, it can only answer with text. */
  tools?: readonly ModelTool[];
  /** False: it has to answer in words now. */
  mayCall?: boolean;
  signal: AbortSignal;
};

/** Limits of one request (security.md §6). A token is estimated as four characters. */
const MAX_IN = 64_000;
const MAX_OUT = 32_000;
const TIMEOUT_MS = 60_000;

/** The configured model; null: none. */
export const configuredModel = (settings: SystemSettings): Model | null => chooseModel(settings);

/**
 * Streams the model's answer, and finally returns the tool calls it requests, which the caller has to run. Secrets in
 * the messages are hidden from the model and restored in its answer. Throws AppError if the daily limit is reached or
 * the model cannot answer; ends without an error when `signal` aborts.
 */
export async function* askModel(
  parts: ModelParts,
  { userId, messages, tools = [], mayCall = true, signal }: Question,
): AsyncGenerator<string, ToolCall[]> {
  const model = configuredModel(parts.systemSettings);
  if (!model) throw new AppError("upstream", t`No language model is set up`);
  const charactersIn = JSON.stringify([messages, tools]).length;
  if (charactersIn > MAX_IN) throw new AppError("invalid", t`This is too long for the language model`);
  await countModelCall(parts, userId, charactersIn);
  const used = { charactersOut: 0 };
  const requestSignal = AbortSignal.any([
    signal,
    AbortSignal.timeout(TIMEOUT_MS * parts.outbound.timeoutFactor),
  ]);
  try {
    const secrets = redactSecrets();
    const hidden = messages.map((message) => withRedactedSecrets(message, secrets));
    const answer = requestModel(parts, model, {
      messages: hidden,
      tools,
      mayCall,
      signal: requestSignal,
      used,
    });
    const calls = yield* restoreWhileStreaming(answer, secrets);
    return calls.map((call) => ({ ...call, input: secrets.restoreInJson(call.input) }));
  } catch (error) {
    if (signal.aborted) return [];
    if (requestSignal.aborted)
      throw new AppError("upstream", t`The language model took longer than a minute`);
    throw error;
  } finally {
    await countCharacters(parts, userId, used.charactersOut);
  }
}

function withRedactedSecrets(message: ModelMessage, { hide }: RedactedSecrets): ModelMessage {
  const content = hide(message.content);
  if (message.role !== "assistant" || !message.calls) return { ...message, content };
  return { ...message, content, calls: message.calls.map((call) => ({ ...call, input: hide(call.input) })) };
}

/** Asks for one word, to check address, key and name. Throws AppError that says what is wrong. */
export async function tryModel({ outbound }: Pick<ModelParts, "outbound">, model: Model): Promise<void> {
  const messages = [{ role: "user" as const, content: "Answer with the word OK." }];
  const asked = {
    messages,
    tools: [],
    mayCall: false,
    signal: AbortSignal.timeout(TIMEOUT_MS * outbound.timeoutFactor),
    used: { charactersOut: 0 },
  };
  for await (const _ of requestModel({ outbound }, model, asked)) return;
}

type ModelRequest = Pick<Question, "messages"> & {
  tools: readonly ModelTool[];
  mayCall: boolean;
  signal: AbortSignal;
  used: { charactersOut: number };
};

async function* requestModel(
  { outbound }: Pick<ModelParts, "outbound">,
  model: Model,
  { messages, tools, mayCall, signal, used }: ModelRequest,
): AsyncGenerator<string, ToolCall[]> {
  const protocol: Protocol = model.protocol === "anthropic" ? anthropic : openai;
  const { status, chunks, close } = await streamWeb(
    outbound,
    protocol.request(model, messages, { tools, mayCall }),
    signal,
  );
  if (status !== 200) {
    close();
    throw refusalOf(status);
  }
  const calls: Gathered = [];
  for await (const event of eventsOf(chunks)) {
    const streamPart = protocol.read(event);
    if (!streamPart) throw new AppError("upstream", t`The language model sent an answer that cannot be read`);
    if (streamPart.isBusy) throw refusalOf(429);
    if (streamPart.text) yield streamPart.text;
    for (const part of streamPart.calls ?? []) {
      gather(calls, part);
      used.charactersOut += part.input?.length ?? 0;
    }
    used.charactersOut += streamPart.text?.length ?? 0;
    if (streamPart.isCut)
      throw new AppError("upstream", t`The language model reached its limit in the middle of its answer`);
    if (streamPart.isEnd) return calls.map(({ call }) => call).filter(({ name }) => name !== "");
    if (used.charactersOut > MAX_OUT)
      throw new AppError("upstream", t`The language model sent more than ${MAX_OUT} characters`);
  }
  throw new AppError("upstream", t`The answer of the language model was interrupted`);
}

type Gathered = { index: number; call: ToolCall }[];

/** Pieces with the same index belong to one call; servers that give all calls the same index distinguish them by id. */
function gather(calls: Gathered, { index, id = "", name = "", input = "" }: ToolCallPart): void {
  const open = calls.findLast((each) => each.index === index);
  if (!open || (id !== "" && open.call.id !== "" && id !== open.call.id)) {
    calls.push({ index, call: { id, name, input } });
    return;
  }
  open.call = { id: open.call.id || id, name: open.call.name || name, input: open.call.input + input };
}

/** The response body is not shown: it may hold anything. */
function refusalOf(status: number): AppError {
  if (status === 401 || status === 403)
    return new AppError("upstream", t`The language model refused its key. An administrator can check it`);
  if (status === 404) return new AppError("upstream", t`The language model is not known at its address`);
  if (status === 429 || status === 529)
    return new AppError("upstream", t`The language model is overloaded. Please try again later`);
  return new AppError("upstream", t`The language model failed (${status})`);
}
