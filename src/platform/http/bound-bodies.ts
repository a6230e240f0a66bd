import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Edge } from "./edge.ts";

export type BodyBound = {
  bytes: number;
  /** True: the longer time limit for uploads, for slow connections. */
  isUpload: boolean;
};

/** The limit of a route that declares none (security.md §6). */
const DEFAULT_BOUND: BodyBound = { bytes: 1_000_000, isUpload: false };

const declared = new WeakMap<object, BodyBound>();

/** Declares a route's maximum body size; placed before its handler. */
export function acceptsBody(bytes: number, { isUpload = false } = {}): MiddlewareHandler<Edge> {
  const declaration: MiddlewareHandler<Edge> = (_context, next) => next();
  declared.set(declaration, { bytes, isUpload });
  return declaration;
}

/** The limit declared by this handler of a route; undefined if it is no declaration. */
export const boundDeclaredBy = (handler: object): BodyBound | undefined => declared.get(handler);

/** Milliseconds in which a body must have arrived (security.md §6). */
export type ArrivalLimits = { bodyMs: number; uploadMs: number };

/**
 * Limits every body, in bytes and in time, before anything reads it: a Content-Length above the limit is refused at
 * once, a body without one is counted as it is read. A late request is closed; of an unread body, no more is received
 * than the route would have read.
 */
export function boundBodies({ bodyMs, uploadMs }: ArrivalLimits): MiddlewareHandler<Edge> {
  return async (context, next) => {
    const { req } = context;
    const length = req.header("content-length");
    const isChunked = req.header("transfer-encoding") !== undefined;
    const connection = connectionOf(context);
    if (!connection || !(isChunked || Number(length) > 0)) return next();
    const { bytes, isUpload } = boundOf(context);
    closeLateRequest(connection.incoming, isUpload ? uploadMs : bodyMs);
    discardUpTo(connection, bytes);
    if (Number(length) > bytes) throw tooLarge(bytes);
    if (!isChunked || ["GET", "HEAD"].includes(req.method)) return next();
    let isExceeded = false;
    const body = countedBody(connection.incoming, bytes, () => {
      isExceeded = true;
    });
    const { url, method, headers, signal } = req.raw;
    // The Fetch standard requires `duplex`, but its types lack it.
    const streamed = { method, headers, signal, body, duplex: "half" };
    req.raw = new Request(url, streamed);
    await next();
    if (isExceeded) throw tooLarge(bytes);
  };
}

type Connection = { incoming: IncomingMessage; outgoing: ServerResponse };

/** Null without an HTTP server, as in a test that calls the routes directly. */
const connectionOf = ({ env }: Context<Edge>): Connection | null =>
  (env as Partial<Connection> | undefined)?.incoming ? (env as Connection) : null;

function boundOf(context: Context<Edge>): BodyBound {
  for (const { handler } of matchedRoutes(context)) {
    const bound = declared.get(handler);
    if (bound) return bound;
  }
  return DEFAULT_BOUND;
}

function closeLateRequest(incoming: IncomingMessage, milliseconds: number): void {
  const timer = setTimeout(() => incoming.complete || incoming.socket.destroy(), milliseconds);
  timer.unref();
  incoming.once("close", () => clearTimeout(timer));
}

/** After the response, a client that sends nothing for so many milliseconds has ended. */
const LINGER_MS = 500;

/**
 * A client that is still sending when it gets the response could not read it if the connection were closed at once, so
 * the rest is dropped as long as it arrives (RFC 9112, 9.6): at most `bytes`, and until the request is late. The server
 * is started with `autoCleanupIncoming: false`, because that closes after half a second, whatever still arrives.
 */
function discardUpTo({ incoming, outgoing }: Connection, bytes: number): void {
  const { socket } = incoming;
  outgoing.once("finish", () => {
    if (incoming.complete) return;
    const limit = socket.bytesRead + bytes;
    let read = socket.bytesRead;
    const end = () => {
      clearTimeout(timer);
      socket.off("data", count);
      if (!incoming.complete) socket.destroySoon();
    };
    const count = () => (incoming.complete || socket.bytesRead > limit) && end();
    // After a pause of this process, bytes that arrived meanwhile are read before anything is concluded.
    const timer = setTimeout(() => setImmediate(endOrWait), LINGER_MS);
    const endOrWait = () => {
      if (socket.bytesRead === read) return end();
      read = socket.bytesRead;
      timer.refresh();
    };
    timer.unref();
    incoming.resume();
    // The HTTP server must resume reading first: a listener takes the socket away from it.
    setImmediate(() => socket.on("data", count));
  });
}

/** The body as it arrives. Reading beyond `bytes` throws; the connection stays open for the response. */
function countedBody(
  incoming: IncomingMessage,
  bytes: number,
  onExceeded: () => void,
): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        size += value.length;
        if (size <= bytes) return controller.enqueue(value);
        onExceeded();
        await chunks.return?.();
        throw tooLarge(bytes);
      },
      cancel: async () => void (await chunks.return?.()),
    },
    // Reads nothing before the consumer pulls.
    { highWaterMark: 0 },
  );
}

function tooLarge(bytes: number): AppError {
  const size = bytes < 1_000_000 ? `${Math.floor(bytes / 1000)} KB` : `${Math.floor(bytes / 1_000_000)} MB`;
  return new AppError("too_large", t`The request is larger than ${size}`);
}
