import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip as gzipWithCallback } from "node:zlib";
import type { Context } from "hono";
import { parseAccept } from "hono/utils/accept";
import { t } from "#i18n/message.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Edge } from "./edge.ts";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

type Of<T> = (context: Context<Edge>, capability: AnyCapability, input: unknown) => Promise<T>;
export type Run = Of<Response>;
/** Runs a capability for an HTTP request, and returns its output as JSON. */
export type RunToText = Of<string>;

export function runToTextOverHttp(services: Services): RunToText {
  return async (context, capability, input) => {
    const idempotencyKey = context.req.header("idempotency-key");
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
      throw new AppError("invalid", t`Idempotency-Key must be 1 to 200 printable characters`);
    const { actor, requestId, address, isLocal } = context.var;
    const cookies: string[] = [];
    const output = await invoke(services, capability, input, {
      actor,
      requestId,
      address,
      isLocal,
      get signal() {
        return context.req.raw.signal;
      },
      idempotencyKey,
      credentials: {
        cookie: context.req.header("cookie") ?? null,
        userAgent: context.req.header("user-agent") ?? null,
      },
      setCookie: (header) => cookies.push(header),
    });
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    return JSON.stringify(output ?? null);
  };
}

/** The same, as the answer. */
export function runOverHttp(services: Services): Run {
  const run = runToTextOverHttp(services);
  return async (context, capability, input) => json(context, await run(context, capability, input));
}

/** Shorter answers take longer to compress than to send. */
const COMPRESSED_FROM = 1024;
const gzip = promisify(gzipWithCallback);

/**
 * The whole answer with every header that the middleware for other responses would add: each of those takes the body
 * through a stream, which costs more than making it did.
 */
export async function json(context: Context<Edge>, text: string): Promise<Response> {
  const tag = context.req.method === "GET" ? `"${hash("sha1", text)}"` : null;
  context.header("content-type", "application/json");
  const bytes = Buffer.byteLength(text);
  if (bytes >= COMPRESSED_FROM) context.header("vary", "Accept-Encoding");
  if (bytes < COMPRESSED_FROM || !acceptsGzip(context)) {
    if (tag) context.header("etag", tag);
    context.header("content-length", String(bytes));
    return context.body(text);
  }
  const body = await gzip(text);
  // Of the same meaning as the plain answer, but of other bytes (RFC 9110, 8.8.3.3).
  if (tag) context.header("etag", `W/${tag}`);
  context.header("content-encoding", "gzip");
  context.header("content-length", String(body.length));
  return context.body(body);
}

const acceptsGzip = ({ req }: Context<Edge>): boolean =>
  parseAccept(req.header("accept-encoding") ?? "").some(({ type, q }) => type === "gzip" && q > 0);
