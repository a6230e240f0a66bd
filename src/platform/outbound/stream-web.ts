import type { IncomingMessage } from "node:http";
import { openWeb } from "./open-web.ts";
import { type Outbound, OutboundError } from "./outbound.ts";
import type { WebRequest } from "./web-request.ts";

export type WebStream = { status: number; chunks: AsyncIterable<string> };

/** 10 MB: more is no answer that somebody waits for. */
const MOST = 10_000_000;

/** As `requestWeb`, but its answer is read while it comes, until `signal` ends it. Throws OutboundError. */
export async function streamWeb(
  outbound: Outbound,
  given: WebRequest,
  signal: AbortSignal,
): Promise<WebStream> {
  const { request, socket, host } = await openWeb(outbound, given);
  const fail = (reason: string) =>
    new OutboundError("connection", `'${host}' did not answer as a web server does: ${reason}.`);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const stop = () => {
    request.destroy(new Error("it took too long or was stopped"));
    socket.destroy();
    reject(fail("it took too long or was stopped"));
    // Whoever waits for the next piece of a begun answer hears of it too.
    void promise.then(
      (begun) => begun.destroy(new Error("it took too long or was stopped")),
      () => {},
    );
  };
  signal.addEventListener("abort", stop, { once: true });
  request.once("error", (error) => reject(fail(error.message)));
  request.once("response", resolve);
  request.end(given.body);
  if (signal.aborted) stop();
  const response = await promise.catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  async function* chunks() {
    let size = 0;
    try {
      response.setEncoding("utf8");
      for await (const chunk of response) {
        size += chunk.length;
        if (size > MOST) throw new Error("it sent too much");
        yield String(chunk);
      }
    } catch (error) {
      throw fail((error as Error).message);
    } finally {
      signal.removeEventListener("abort", stop);
      socket.destroy();
    }
  }
  return { status: response.statusCode ?? 0, chunks: chunks() };
}
