import { ApiError } from "#platform/client/resource-client.ts";
import type { emails } from "./api.ts";

type AssistInput = Parameters<typeof emails.assist.call>[0];
export type Assisted = Awaited<ReturnType<typeof emails.assist.call>>;
type Told = { event: string; data: string };

/** `emails.assist` whose text is told while it is written; null where `signal` ended it. */
export async function streamAssist(
  input: AssistInput,
  { signal, onText }: { signal: AbortSignal; onText(whole: string): void },
): Promise<Assisted | null> {
  let whole = "";
  try {
    const answer = await fetch("/files/email/assist", {
      method: "POST",
      headers: { "content-type": "application/json", "x-adjutant-upload": "1" },
      body: JSON.stringify(input),
      signal,
    });
    if (!answer.ok || !answer.body) throw await refusal(answer);
    for await (const { event, data } of toldBy(answer.body)) {
      const told = JSON.parse(data);
      if (event === "end") return told;
      if (event === "error") throw new ApiError("upstream", told.message, 502, {});
      whole += told.text;
      onText(whole);
    }
    throw new ApiError("offline", "The answer broke off", 0, {});
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof ApiError) throw error;
    throw new ApiError("offline", "The server cannot be reached", 0, {});
  }
}

async function refusal(answer: Response): Promise<ApiError> {
  const told = await answer.json().catch(() => ({}));
  const message = told.error?.message ?? `The server answered ${answer.status}`;
  return new ApiError("upstream", message, answer.status, {});
}

/** Server-sent events, however the network has cut them. */
async function* toldBy(body: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
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
