import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import type { Socket } from "node:net";
import { failureReason } from "./failure-reason.ts";
import { requireLive, startTls } from "./guard-socket.ts";
import { type Outbound, OutboundError } from "./outbound.ts";
import type { WebRequest } from "./web-call.ts";

/** A request that goes out over a guarded connection. */
export type OpenedWeb = {
  request: ClientRequest;
  /** The answer once its header is there. Rejects with OutboundError when it fails, is cut off or stopped before. */
  answer: Promise<IncomingMessage>;
  /** Ends it, also in the midst of its answer, for this reason. */
  stop(reason: string): void;
  /** What is told to people. */
  failure(error: unknown): OutboundError;
  /** Bytes that came over the wire. */
  received(): number;
  close(): void;
};

/** More early answers (RFC 8297) than anybody sends who means well. */
const MOST_INTERIM = 10;

/** Methods that change nothing (RFC 9110, 9.2.1; RFC 4918, 9.1; RFC 3253, 3.6). */
const SAFE_METHODS = ["GET", "OPTIONS", "PROPFIND", "REPORT"];

/**
 * A request through the guard that still has to be ended with its body: http or https, no password in the address, the
 * usual ports except in networks that the operator opened. Throws OutboundError.
 */
export async function openWeb(outbound: Outbound, given: WebRequest): Promise<OpenedWeb> {
  const url = URL.parse(given.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new OutboundError("guard", "This is not a web address that begins with https:// or http://");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isTls = url.protocol === "https:";
  const isReading = SAFE_METHODS.includes(given.method ?? "GET");
  const port = Number(url.port || (isTls ? 443 : 80));
  const socket = await outbound.connect(host, port, { isWeb: true, isReading });
  const failure = (error: unknown) =>
    new OutboundError(
      "connection",
      `'${host}' did not answer as a web server does: ${failureReason(error)}.`,
    );
  const cutOff = new Error("it closed the connection");
  const request = begin(url, given, socket, () => (isTls ? startTls(socket, host) : requireLive(socket)));
  const { promise: answer, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // Whoever waits for the answer sees its failure; one who has gone away has no use for it.
  answer.catch(() => undefined);
  const stop = (reason: string) => {
    const error = new Error(reason);
    reject(failure(error));
    // Whoever reads a begun answer is told too.
    answer.then((begun) => begun.destroy(error)).catch(() => undefined);
    request.destroy(error);
    socket.destroy();
  };
  let interim = 0;
  request
    .on("error", (error) => reject(failure(error)))
    .on("close", () => reject(failure(cutOff)))
    .on("upgrade", () => stop("it speaks another protocol"))
    .on("information", () => ++interim > MOST_INTERIM && stop("it does not come to its answer"))
    .on("response", (response) => resolve(response.on("error", () => undefined)));
  return { request, answer, stop, failure, received: () => socket.bytesRead, close: () => socket.destroy() };
}

function begin(url: URL, given: WebRequest, socket: Socket, createConnection: () => Socket): ClientRequest {
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
