import { openWeb } from "./open-web.ts";
import { type Outbound, OutboundError } from "./outbound.ts";

export type WebRequest = {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "PROPFIND" | "REPORT";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** More than these bytes are not taken; 1 MB where nothing is said. */
  maxBytes?: number;
  /** 10 s where nothing is said. */
  wholeMs?: number;
};

export type WebAnswer = {
  status: number;
  body: string;
  bytes: Uint8Array;
  /** Where a redirect points to, as it was written; it is not followed. */
  location: string | null;
  /** Their names in lower case. */
  headers: Readonly<Record<string, string>>;
};

const WHOLE_MS = 10_000;
const LONGEST_BODY = 1_000_000;

/**
 * One HTTP request through the guard (security.md D18): http or https, no password in the address, the usual ports
 * except in networks that the operator opened, no redirect followed, 10 s and `maxBytes` in all. Throws OutboundError.
 */
export async function requestWeb(outbound: Outbound, given: WebRequest): Promise<WebAnswer> {
  const { request, socket, host } = await openWeb(outbound, given);
  const { promise, resolve, reject } = Promise.withResolvers<WebAnswer>();
  const fail = (reason: string) =>
    reject(new OutboundError("connection", `'${host}' did not answer as a web server does: ${reason}.`));
  const timer = setTimeout(() => request.destroy(new Error("it took too long")), given.wholeMs ?? WHOLE_MS);
  request.on("error", (error) => fail(error.message));
  request.on("response", (response) => {
    const parts: Buffer[] = [];
    let length = 0;
    response.on("data", (part: Buffer) => {
      length += part.length;
      parts.push(part);
      if (length > (given.maxBytes ?? LONGEST_BODY)) request.destroy(new Error("it sent too much"));
    });
    response.on("error", (error) => fail(error.message));
    response.on("end", () => {
      const bytes = Buffer.concat(parts);
      const { statusCode = 0, headers } = response;
      resolve({
        status: statusCode,
        body: bytes.toString("utf8"),
        bytes,
        location: headers.location ?? null,
        headers: Object.fromEntries(
          Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(", ")]),
        ),
      });
    });
  });
  request.end(given.body);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}
