import type { IncomingMessage } from "node:http";
import { byteCollector } from "./byte-collector.ts";
import { type OpenedWeb, openWeb } from "./open-web.ts";
import type { Outbound } from "./outbound.ts";
import type { WebRequest } from "./web-call.ts";

export type WebAnswer = {
  status: number;
  body: string;
  bytes: Uint8Array;
  /** Where a redirect points to, as it was written; it is not followed. */
  location: string | null;
  /** Their names in lower case. */
  headers: Readonly<Record<string, string>>;
};

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 1_000_000;
/** What a body may cost in transfer besides its own bytes: the header and its chunk sizes. */
const OVERHEAD = 200_000;

/**
 * One HTTP request through the guard (security.md D18): http or https, no password in the address, the usual ports
 * except in networks that the operator opened, no redirect followed, nothing decompressed, 10 s from the name to the last
 * byte, and `maxBytes` in all. Throws OutboundError.
 */
export async function requestWeb(outbound: Outbound, given: WebRequest): Promise<WebAnswer> {
  const startedAt = performance.now();
  const opened = await openWeb(outbound, given);
  const limitMs = (given.timeoutMs ?? TIMEOUT_MS) * outbound.timeoutFactor;
  const remainingMs = Math.max(1, limitMs - (performance.now() - startedAt));
  const timer = setTimeout(() => opened.stop("it took too long"), remainingMs);
  try {
    opened.request.end(given.body);
    const response = await opened.answer;
    const bytes = await readBody(opened, response, given.maxBytes ?? MAX_BODY_BYTES);
    return {
      status: response.statusCode ?? 0,
      body: bytes.toString("utf8"),
      bytes,
      location: response.headers.location ?? null,
      headers: Object.fromEntries(
        Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(", ")]),
      ),
    };
  } finally {
    clearTimeout(timer);
    opened.close();
  }
}

async function readBody(opened: OpenedWeb, response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const collected = byteCollector(maxBytes);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  response
    .on("data", (part: Buffer) => {
      if (collected.add(part) && opened.received() <= 2 * maxBytes + OVERHEAD) return;
      reject(opened.failure(new Error("it sent too much")));
      opened.stop("it sent too much");
    })
    .on("error", (error) => reject(opened.failure(error)))
    .on("end", () => resolve(collected.bytes()))
    .on("close", () => reject(opened.failure(new Error("it closed the connection"))));
  return promise;
}
