import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import type { Socket } from "node:net";
import { t } from "#i18n/message.ts";
import { failureReason } from "./failure-reason.ts";
import { requireLive, startTls } from "./guard-socket.ts";
import { type Outbound, OutboundError } from "./outbound.ts";
import type { WebRequest } from "./web-call.ts";

/** A request that goes out over a guarded connection. */
export type OpenedWeb = {
  request: ClientRequest;
  /** The answer once its header is there. Rejects with OutboundError when it fails, is cut off or stopped before. */
  answer: Promise<IncomingMessage>;
  /** Ends the request with this reason, also in the middle of its response. */
  stop(reason: string): void;
  /** The error as shown to people. */
  failure(error: unknown): OutboundError;
  /** Bytes received over the connection. */
  received(): number;
  close(): void;
};

/** More early responses (RFC 8297) than any legitimate server sends. */
const MAX_INTERIM_RESPONSES = 10;

/** Methods that change nothing (RFC 9110, 9.2.1; RFC 4918, 9.1; RFC 3253, 3.6). */
const SAFE_METHODS = ["GET", "OPTIONS", "PROPFIND", "REPORT"];

/**
 * A request through the guard that the caller still has to end with its body: http or https, no password in the URL,
 * the usual ports except in networks that the operator opened. Throws OutboundError.
 */
export async function openWeb(outbound: Outbound, given: WebRequest): Promise<OpenedWeb> {
  const url = URL.parse(given.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new OutboundError("guard", t`This is not a web address that begins with https:// or http://`);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isTls = url.protocol === "https:";
  const isReading = SAFE_METHODS.includes(given.method ?? "GET");
  const port = Number(url.port || (isTls ? 443 : 80));
  const socket = await outbound.connect(host, port, { isWeb: true, isReading });
  const failure = (error: unknown) =>
    new OutboundError(
      "connection",
      t`'${host}' did not answer as a web server does: ${failureReason(error)}.`,
    );
  const cutOff = new Error("it closed the connection");
  const request = createRequest(url, given, socket, () =>
    isTls ? startTls(socket, host) : requireLive(socket),
  );
  const { promise: answer, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // A caller that awaits the answer gets its failure; otherwise nobody needs it.
  answer.catch(() => undefined);
  const stop = (reason: string) => {
    const error = new Error(reason);
    reject(failure(error));
    // A reader of a response that has begun gets the error too.
    answer.then((response) => response.destroy(error)).catch(() => undefined);
    request.destroy(error);
    socket.destroy();
  };
  let interim = 0;
  request
    .on("error", (error) => reject(failure(error)))
    .on("close", () => reject(failure(cutOff)))
    .on("upgrade", () => stop("it speaks another protocol"))
    .on("information", () => ++interim > MAX_INTERIM_RESPONSES && stop("it does not come to its answer"))
    .on("response", (response) => resolve(response.on("error", () => undefined)));
  return { request, answer, stop, failure, received: () => socket.bytesRead, close: () => socket.destroy() };
}

function createRequest(
  url: URL,
  given: WebRequest,
  socket: Socket,
  createConnection: () => Socket,
): ClientRequest {
  const send = url.protocol === "https:" ? tlsRequest : plainRequest;
  const headers = { "user-agent": "Adjutant", ...given.headers };
  try {
    // No `agent` beside it, not even false: with one, Node ignores `createConnection` and resolves the name again.
    return send(url, { method: given.method ?? "GET", headers, createConnection });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
