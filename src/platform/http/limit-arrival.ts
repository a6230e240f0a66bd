import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { Edge } from "./edge.ts";

/**
 * Cuts a request that has not arrived in full after so many milliseconds (security.md §6). Uploads below `/files/` are
 * exempt: large files take their time, which the server's own patience bounds.
 */
export function limitArrival(milliseconds: number): MiddlewareHandler<Edge> {
  return async (context, next) => {
    const incoming = (context.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    if (!incoming || incoming.complete || context.req.path.startsWith("/files/")) return next();
    const timer = setTimeout(() => incoming.complete || incoming.socket.destroy(), milliseconds);
    timer.unref();
    incoming.once("close", () => clearTimeout(timer));
    return next();
  };
}
