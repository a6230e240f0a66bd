import { t } from "#i18n/message.ts";
import { ApiError } from "./resource-client.ts";

export type StreamEvent = { event: string; data: unknown };

/**
 * Posts JSON and yields the server's events until its stream ends. Throws ApiError; ends without an error if `signal`
 * aborts.
 */
export async function* streamEvents(
  path: string,
  input: object,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-adjutant-upload": "1" },
      body: JSON.stringify(input),
      signal,
    });
    if (!answer.ok || !answer.body) throw await refusal(answer);
    for await (const { event, data } of parseServerSentEvents(answer.body))
      yield { event, data: JSON.parse(data) };
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiError) throw error;
    throw new ApiError("offline", t`The server cannot be reached`, 0, {});
  }
}

async function refusal(answer: Response): Promise<ApiError> {
  // A proxy responds in HTML: then only the status is used.
  const body = await answer.json().catch(() => ({}));
  const message = body.error?.message ?? t`The server answered ${answer.status}`;
  return new ApiError("upstream", message, answer.status, {});
}

/** Server-sent events, however the network split them. */
async function* parseServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ event: string; data: string }> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (rest + part.value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = block.split("\n").map((line) => line.split(/: ?(.*)/s, 2));
      const partOf = (name: string) => fields.find(([field]) => field === name)?.[1] ?? "";
      if (partOf("data") !== "") yield { event: partOf("event"), data: partOf("data") };
    }
  }
}
