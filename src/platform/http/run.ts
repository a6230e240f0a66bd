import type { Context } from "hono";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Edge } from "./edge.ts";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

export type Run = (context: Context<Edge>, capability: AnyCapability, input: unknown) => Promise<Response>;

/** Runs a capability for an HTTP request and answers with its output as JSON. */
export function runOverHttp(services: Services): Run {
  return async (context, capability, input) => {
    const idempotencyKey = context.req.header("idempotency-key");
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
      throw new AppError("invalid", "Idempotency-Key must be 1 to 200 printable characters");
    const { actor, requestId, address, isLocal } = context.var;
    const cookies: string[] = [];
    const output = await invoke(services, capability, input, {
      actor,
      requestId,
      address,
      isLocal,
      idempotencyKey,
      credentials: {
        cookie: context.req.header("cookie") ?? null,
        userAgent: context.req.header("user-agent") ?? null,
      },
      setCookie: (header) => cookies.push(header),
    });
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
    return json(context, output ?? null);
  };
}

/**
 * Sets Content-Length, which lets the compression skip short bodies: compressing those takes longer than sending them.
 */
function json(context: Context<Edge>, value: unknown): Response {
  const text = JSON.stringify(value);
  context.header("content-length", String(Buffer.byteLength(text)));
  return context.body(text, 200, { "content-type": "application/json" });
}
