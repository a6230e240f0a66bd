import { openWeb } from "./open-web.ts";
import type { Outbound } from "./outbound.ts";
import type { WebRequest } from "./web-call.ts";

export type WebStream = {
  status: number;
  /** Closes automatically when it was read to its end or abandoned. */
  chunks: AsyncIterable<string>;
  /** For whoever does not read the answer. */
  close(): void;
};

/** 10 MB: no answer that a person waits for is larger. */
const MAX_BYTES = 10_000_000;
const STOPPED = "it took too long or was stopped";

/** Like `requestWeb`, but the response is read while it arrives, until `signal` aborts it. Throws OutboundError. */
export async function streamWeb(
  outbound: Outbound,
  given: WebRequest,
  signal: AbortSignal,
): Promise<WebStream> {
  const opened = await openWeb(outbound, given);
  const stop = () => opened.stop(STOPPED);
  const close = () => {
    signal.removeEventListener("abort", stop);
    opened.close();
  };
  signal.addEventListener("abort", stop, { once: true });
  opened.request.end(given.body);
  if (signal.aborted) stop();
  const response = await opened.answer.catch((error: unknown) => {
    close();
    throw error;
  });
  async function* chunks() {
    try {
      response.setEncoding("utf8");
      for await (const chunk of response) {
        if (opened.received() > MAX_BYTES) throw new Error("it sent too much");
        yield String(chunk);
      }
    } catch (error) {
      throw opened.failure(error);
    } finally {
      close();
    }
  }
  return { status: response.statusCode ?? 0, chunks: chunks(), close };
}
