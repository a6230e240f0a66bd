import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { AppError } from "#platform/capability/errors.ts";
import type { Edge } from "./edge.ts";

export type BodyBound = {
  bytes: number;
  /** An upload may take as long as a slow line needs. */
  isUpload: boolean;
};

/** What a route takes that declares nothing (security.md §6). */
const DEFAULT_BOUND: BodyBound = { bytes: 1_000_000, isUpload: false };

const declared = new WeakMap<object, BodyBound>();

/** Declares at a route, before its handler, how large the bodies are that it takes. */
export function acceptsBody(bytes: number, { isUpload = false } = {}): MiddlewareHandler<Edge> {
  const declaration: MiddlewareHandler<Edge> = (_context, next) => next();
  declared.set(declaration, { bytes, isUpload });
  return declaration;
}

/** What was declared by this handler of a route; undefined where it is no declaration. */
export const boundDeclaredBy = (handler: object): BodyBound | undefined => declared.get(handler);

/** Milliseconds in which a body must have arrived (security.md §6). */
export type ArrivalLimits = { bodyMs: number; uploadMs: number };

/**
 * Bounds every body, in bytes and in time, before anything reads it: one that is announced as too large is refused at once,
 * one without a length is counted as it is read. What comes late is cut off; of what nobody reads, no more is taken from
 * the line than the route would have read.
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
    dropAtMost(connection, bytes);
    if (Number(length) > bytes) throw tooLarge(bytes);
    if (!isChunked || ["GET", "HEAD"].includes(req.method)) return next();
    let isExceeded = false;
    const body = countedBody(connection.incoming, bytes, () => {
      isExceeded = true;
    });
    const { url, method, headers, signal } = req.raw;
    // `duplex` is asked for by the Fetch standard and missing in its types.
    const streamed = { method, headers, signal, body, duplex: "half" };
    req.raw = new Request(url, streamed);
    await next();
    if (isExceeded) throw tooLarge(bytes);
  };
}

type Connection = { incoming: IncomingMessage; outgoing: ServerResponse };

/** Null where no HTTP server is in between, as in a test that calls the routes themselves. */
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

/** After its answer a client that goes on sending has this long to notice. */
const LINGER_MS = 500;

/**
 * A client that is still sending when it has its answer could not read it if the line were cut at once, so the rest is
 * dropped for a moment (RFC 9112, 9.6), up to `bytes`.
 */
function dropAtMost({ incoming, outgoing }: Connection, bytes: number): void {
  const { socket } = incoming;
  outgoing.once("finish", () => {
    if (incoming.complete) return;
    const most = socket.bytesRead + bytes;
    const end = () => {
      clearTimeout(timer);
      socket.off("data", count);
      if (!incoming.complete) socket.destroySoon();
    };
    const count = () => (incoming.complete || socket.bytesRead > most) && end();
    const timer = setTimeout(end, LINGER_MS);
    timer.unref();
    // The HTTP server has to take up reading again first: a listener takes the socket out of its hands.
    setImmediate(() => socket.on("data", count));
  });
}

/** The body as it arrives. Read beyond `bytes` it fails; the connection stays open for the answer. */
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
    // Nothing is read before somebody asks for it.
    { highWaterMark: 0 },
  );
}

const tooLarge = (bytes: number) =>
  new AppError(
    "too_large",
    `The request is larger than ${bytes < 1_000_000 ? `${Math.floor(bytes / 1000)} KB` : `${Math.floor(bytes / 1_000_000)} MB`}`,
  );
